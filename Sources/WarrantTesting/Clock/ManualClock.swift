import Procedures

/// A clock whose time moves only when ``advance(by:)`` is called.
///
/// ```swift
/// let clock = ManualClock()
/// let waiting = Task { try await clock.sleep(for: .seconds(30)) }
/// await clock.sleepers(1)          // until the task sleeps
/// clock.advance(by: .seconds(30))  // and wake it
/// ```
public final class ManualClock: Clock {
    public struct Instant: InstantProtocol {
        fileprivate var offset: Duration = .zero

        public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        public func duration(to other: Self) -> Duration { other.offset - offset }
        public static func < (a: Self, b: Self) -> Bool { a.offset < b.offset }
    }

    private struct Sleeper {
        let number: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Watcher {
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = Instant()
        var sleepers: [Sleeper] = []
        var lastNumber = 0
        var cancelled: Set<Int> = []
        var watchers: [Watcher] = []
    }

    private let state = Locked(State())

    public init() {}

    public var now: Instant { state.withLock { $0.now } }
    public var minimumResolution: Duration { .zero }

    /// The number of tasks that sleep on this clock.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Advances the time, and wakes every task that is due: the earliest deadline first, and equal deadlines in the
    /// order in which their tasks began to sleep.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            let due = state.sleepers.filter { $0.deadline <= now }
            state.sleepers.removeAll { $0.deadline <= now }
            return due.sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Waits until at least `count` tasks sleep on this clock.
    public func sleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard state.sleepers.count < count else { return true }
                state.watchers.append(Watcher(count: count, continuation: continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Sleeps until ``advance(by:)`` brings the time to `deadline`.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        defer { state.withLock { _ = $0.cancelled.remove(number) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                start(Sleeper(number: number, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func start(_ sleeper: Sleeper) {
        typealias Start = (end: Result<Void, any Error>?, watchers: [Watcher])
        let start = state.withLock { state -> Start in
            if state.cancelled.contains(sleeper.number) {
                return (.failure(CancellationError()), [])
            }
            if sleeper.deadline <= state.now { return (.success(()), []) }
            state.sleepers.append(sleeper)
            let count = state.sleepers.count
            defer { state.watchers.removeAll { $0.count <= count } }
            return (nil, state.watchers.filter { $0.count <= count })
        }
        if let end = start.end { sleeper.continuation.resume(with: end) }
        for watcher in start.watchers { watcher.continuation.resume() }
    }

    private func cancel(_ number: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
                // Not asleep yet: the sleep finds this entry when it begins.
                state.cancelled.insert(number)
                return nil
            }
            return state.sleepers.remove(at: index)
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
