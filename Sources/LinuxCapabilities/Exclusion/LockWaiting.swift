import LinuxSystem
import Procedures

/// The thread that waits for lock files of others, for all requests of a scope; there while any waits.
final class LockWaiting: Sendable {
    private struct State {
        var entering: [LockAttempt] = []
        /// Nil where there is no thread.
        var events: LockEvents?
    }

    private let state = Locked(State())

    /// Goes on with an attempt as others give back what it lacks, to its answer.
    ///
    /// - Throws: ``SystemError`` where the system has no room for the thread.
    func add(_ attempt: LockAttempt) throws(SystemError) {
        try state.withLock { (state) throws(SystemError) in
            let events = if let events = state.events { events } else { try start() }
            state.events = events
            state.entering.append(attempt)
            events.wake()
        }
    }

    /// Lets the thread see that an attempt is over.
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

    /// - Returns: nil when there is nothing left to wait for, and then there is no thread any more.
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

/// An attempt that waits, as the thread sees it.
///
/// An event is what it waits for. It tries by itself as well, less and less often: just after an event,
/// which comes before the lock goes; where there is no room for events; and where a holder gives a lock
/// back without closing the file, as we never do.
private struct LockWaiter {
    private static let shortestPause = Duration.milliseconds(1)
    private static let longestPause = Duration.seconds(1)
    private static let longestBlindPause = Duration.milliseconds(50)

    /// When it tries by itself.
    private(set) var due = ContinuousClock.now
    private let attempt: LockAttempt
    private var pause = shortestPause
    private var awaited: LockFile?
    private var watch: Int32?

    init(_ attempt: LockAttempt) { self.attempt = attempt }

    /// - Returns: Whether it still waits. If not, its request has its answer or wants none.
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
                // A lock that went before the watch was there has no event: it is tried once more.
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
    /// For poll(2), rounded up: a wait that ended early would be in vain.
    fileprivate func milliseconds(until later: Self) -> Int32 {
        Int32(max(0, ((later - self) / .milliseconds(1)).rounded(.up)))
    }
}
