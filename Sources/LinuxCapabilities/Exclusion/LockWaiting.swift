import LinuxSystem
import Procedures

/// The thread that waits for lock files of other processes, for all requests of a scope. It exists while a request
/// waits.
final class LockWaiting: Sendable {
    private struct State {
        var entering: [LockAttempt] = []
        /// The events of the thread; nil if there is no thread.
        var events: LockEvents?
    }

    private let state = Locked(State())

    /// Continues an attempt as others release its missing locks, until it has an answer.
    ///
    /// - Throws: ``SystemError`` if the system has no room for the thread.
    func add(_ attempt: LockAttempt) throws(SystemError) {
        try state.withLock { (state) throws(SystemError) in
            let events = if let events = state.events { events } else { try start() }
            state.events = events
            state.entering.append(attempt)
            events.wake()
        }
    }

    /// Wakes the thread to notice that an attempt is over.
    func wake() { state.withLock { $0.events?.wake() } }

    private func start() throws(SystemError) -> LockEvents {
        let events = try LockEvents()
        try startThread(named: "warrant-locks") { self.run(events) }
        return events
    }

    private func run(_ events: LockEvents) {
        var waiters: [LockWaiter] = []
        var changes = LockEvents.Changes()
        while let entering = takeEntering(isIdle: waiters.isEmpty) {
            waiters += entering.map { LockWaiter($0) }
            var next: [LockWaiter] = []
            for var waiter in waiters where waiter.goesOn(events, after: changes) {
                next.append(waiter)
            }
            waiters = next
            guard let due = waiters.map(\.due).min() else { continue }
            changes = events.wait(milliseconds: ContinuousClock.now.milliseconds(until: due))
        }
    }

    /// - Returns: The new attempts; nil if there is nothing left to wait for. The thread then ends.
    private func takeEntering(isIdle: Bool) -> [LockAttempt]? {
        state.withLock { state in
            guard !isIdle || !state.entering.isEmpty else {
                state.events = nil
                return nil
            }
            defer { state.entering = [] }
            return state.entering
        }
    }
}

/// A waiting attempt, as the thread sees it.
///
/// It waits for an event, and also tries by itself, less and less often. That helps just after an event, which comes
/// before the lock is released, and if there is no room for events. It also helps if a holder releases a lock without
/// closing the file, as this library never does.
private struct LockWaiter {
    private static let shortestPause = Duration.milliseconds(1)
    private static let longestPause = Duration.seconds(1)
    private static let longestBlindPause = Duration.milliseconds(50)

    /// The time of the next try without an event.
    private(set) var due = ContinuousClock.now
    private let attempt: LockAttempt
    private var pause = shortestPause
    private var awaited: LockFile?
    private var watch: Int32?

    init(_ attempt: LockAttempt) { self.attempt = attempt }

    /// - Returns: True if it still waits. If not, its request has its answer or needs none.
    mutating func goesOn(_ events: LockEvents, after changes: LockEvents.Changes) -> Bool {
        guard !attempt.isOver else { return leave(events) }
        if changes.isIncomplete || watch.map(changes.watches.contains) ?? false {
            pause = Self.shortestPause
        } else if due > .now {
            return true
        }
        while true {
            switch attempt.advance() {
            case .granted: attempt.request.grant()
            case .failed(let reason): attempt.request.fail(reason)
            case .over: break
            case .waiting(let file):
                // A lock that was released before the watch existed has no event, so it is tried once more.
                if file !== awaited {
                    move(to: file, events)
                    continue
                }
                due = .now + pause
                pause = min(pause * 2, watch == nil ? Self.longestBlindPause : Self.longestPause)
                return true
            }
            return leave(events)
        }
    }

    private mutating func move(to file: LockFile, _ events: LockEvents) {
        if let watch { events.unwatch(watch) }
        watch = events.watch(file)
        awaited = file
        pause = Self.shortestPause
    }

    private func leave(_ events: LockEvents) -> Bool {
        if let watch { events.unwatch(watch) }
        return false
    }
}

extension ContinuousClock.Instant {
    /// Returns the time for poll(2), rounded up, because a wait that ended early would be useless.
    fileprivate func milliseconds(until later: Self) -> Int32 {
        Int32(max(0, ((later - self) / .milliseconds(1)).rounded(.up)))
    }
}
