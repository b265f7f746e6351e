import Procedures
import TestSupport
import Testing

@Suite struct `Retry by error` {
    private struct Failure: Error, Equatable { let isTransient: Bool }

    private let queue = ProcedureQueue(width: 1, exclusion: ProcessExclusion())

    /// Returns the number of attempts for work that fails with these errors, one after another.
    private func attempts(
        _ failures: [Bool],
        while isWorthRetrying: @escaping @Sendable (any Error) -> Bool
    ) async -> Int {
        let attempts = Locked(0)
        let work = Procedure("work") {
            let attempt = attempts.withLock { count in
                defer { count += 1 }
                return count
            }
            if attempt < failures.count { throw Failure(isTransient: failures[attempt]) }
        }
        _ = await queue.run(work.retried(upTo: 10, while: isWorthRetrying))
        return attempts.withLock { $0 }
    }

    @Test(arguments: [([true, true], 3), ([true, false, true], 2), ([false], 1), ([], 1)])
    func `A retry ends at the first error that is not worth it`(
        failures: [Bool],
        count: Int
    ) async {
        #expect(await attempts(failures) { ($0 as? Failure)?.isTransient == true } == count)
    }

    @Test func `The outcome of a retry that ends is its last error`() async {
        let work = Procedure("work") { throw Failure(isTransient: false) }
        let outcome = await queue.run(work.retried(upTo: 10) { _ in false })
        #expect(throws: Failure(isTransient: false)) { try outcome.get() }
    }

    @Test func `The decision about a retry may cancel its procedure`() async throws {
        let handle = Locked<ProcedureHandle<Void>?>(nil)
        let isKnown = Latch()
        let work = Procedure("work") {
            await isKnown.wait()
            throw Failure(isTransient: true)
        }
        let enqueued = queue.enqueue(
            work.retried(upTo: 3) { _ in
                handle.withLock { $0 }?.cancel()
                return true
            }
        )
        handle.withLock { $0 = enqueued }
        isKnown.open()
        await #expect(throws: Failure.self) { try await enqueued.outcome().get() }
    }

    @Test func `A refusal is an error that may be worth a retry`() async {
        let refused = Locked<[String]>([])
        let work = Procedure("work") {}.condition(FalseCondition())
        _ = await queue.run(
            work.retried(upTo: 3) { error in
                refused.withLock { $0.append((error as? Refusal)?.procedure ?? "\(error)") }
                return true
            }
        )
        #expect(refused.withLock { $0 } == ["work", "work"])
    }
}
