import Synchronization

/// Counts calls that continue after their deadline.
protocol AbandonedCount: AnyObject, Sendable {
    var hasTooManyAbandoned: Bool { get }
    func countAbandoned(_ change: Int)
}

/// A clock to wait by, and the count of calls that continue after their deadline.
@usableFromInline
package struct Patience: Sendable {
    /// The number of calls past their deadlines from which on no other call begins, until some of them return. Calls
    /// that have already begun can raise the count further.
    package static let abandonedLimit = 64

    /// For waits that belong to no queue: uses the system's clock, and counts for the whole process.
    package static let ofProcess = Patience(timer: .shared, count: OwnAbandonedCount())

    @usableFromInline let timer: DeadlineTimer
    private let count: any AbandonedCount

    init(timer: DeadlineTimer, count: any AbandonedCount) {
        self.timer = timer
        self.count = count
    }

    /// Uses another clock, with a count of its own.
    package init(timer: DeadlineTimer) {
        self.init(timer: timer, count: OwnAbandonedCount())
    }

    /// Runs `body` for at most `limit`, then cancels it. A `body` that ignores its cancellation is abandoned and
    /// counted.
    ///
    /// - Parameters:
    ///   - limit: Zero and less expire at once, and `body` is not started.
    ///   - startsHere: As in ``withDeadline(_:on:startsHere:_:)``.
    @inlinable
    package func answer<Value: Sendable>(
        within limit: Duration,
        startsHere: Bool = false,
        _ body: @escaping @Sendable () async -> Value
    ) async throws(NoAnswer) -> Value {
        guard !hasTooManyAbandoned else { throw .tooManyAbandoned }
        let value = await withDeadline(
            limit,
            on: timer,
            startsHere: startsHere,
            abandoning: abandon,
            body
        )
        guard let value else { throw Task.isCancelled ? .cancelled : .late(limit) }
        return value
    }

    @usableFromInline var hasTooManyAbandoned: Bool { count.hasTooManyAbandoned }

    /// Counts a task until it returns.
    @usableFromInline
    func abandon(_ task: Task<Void, Never>) {
        count.countAbandoned(1)
        Task.detached { [count] in
            await task.value
            count.countAbandoned(-1)
        }
    }
}

private final class OwnAbandonedCount: AbandonedCount {
    private let count = Atomic(0)

    var hasTooManyAbandoned: Bool {
        count.load(ordering: .relaxed) >= Patience.abandonedLimit
    }

    func countAbandoned(_ change: Int) { count.wrappingAdd(change, ordering: .relaxed) }
}
