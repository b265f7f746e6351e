/// When to attempt the work of a procedure again: after a failure, and after a success.
struct Attempts: Sendable {
    struct Retry: Sendable {
        let maximum: Int
        let waiting: WaitStrategy
        let limit: Duration?
        let isWorthRetrying: @Sendable (any Error) -> Bool
    }

    struct Repetition: Sendable {
        let goesOn: @Sendable (_ done: Int, any Sendable) -> Bool
        let waiting: WaitStrategy
    }

    /// The failed attempts since the last success, and the successes.
    struct Count: Sendable {
        var failures = 0
        var successes = 0
    }

    var retry: Retry?
    var repetition: Repetition?

    /// Returns the wait before the next attempt, or nil if there is none.
    ///
    /// A refusal counts as a failure. The exception is a refusal by dependencies, which cannot change any more. A
    /// skipped or cancelled procedure is not attempted again.
    func pause(
        after outcome: ErasedOutcome,
        _ count: inout Count,
        elapsed: Duration
    ) -> Duration? {
        switch outcome {
        case .succeeded(let output):
            count.successes += 1
            count.failures = 0
            guard let repetition, repetition.goesOn(count.successes, output) else { return nil }
            return repetition.waiting.delay(beforeAttempt: count.successes)
        case .failed(let error): return pause(after: error, &count, elapsed)
        case .refused(let refusal): return pause(after: refusal, &count, elapsed)
        case .skipped, .cancelled: return nil
        }
    }

    private func pause(
        after error: any Error,
        _ count: inout Count,
        _ elapsed: Duration
    ) -> Duration? {
        count.failures += 1
        guard let retry, count.failures < retry.maximum, retry.isWorthRetrying(error) else {
            return nil
        }
        let pause = retry.waiting.delay(beforeAttempt: count.failures)
        if let limit = retry.limit, elapsed + pause >= limit { return nil }
        return pause
    }
}
