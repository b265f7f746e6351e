import Synchronization

/// Serves all deadlines of a queue with one alarm.
///
/// Nearly all deadlines are met, so none is entered anywhere: each is kept by whom it concerns, and when
/// the alarm rings, which is at the earliest of them or after a second, all are looked through.
final class DeadlineWatch: Sendable {
    private static let longestNap = Nanoseconds(clamping: .seconds(1))

    private struct State {
        var ticket: DeadlineTimer.Line.Ticket?
        var ring: (@Sendable (_ now: Nanoseconds) -> Nanoseconds?)?
    }

    let timer: DeadlineTimer
    /// When the alarm rings next, in nanoseconds.
    private let alarm = Atomic(Int64.max)
    private let state = Locked(State())

    init(timer: DeadlineTimer) { self.timer = timer }

    deinit { state.withLock { $0.ticket.map(timer.withdraw) } }

    /// - Parameter ring: Expires what is due, and answers the earliest deadline that is not; nil where
    ///   nothing is left to be watched.
    func begin(_ ring: @escaping @Sendable (_ now: Nanoseconds) -> Nanoseconds?) {
        state.withLock { $0.ring = ring }
    }

    /// Sees to it that the alarm rings at a deadline, or before.
    func note(_ deadline: Nanoseconds) {
        guard deadline.count < alarm.load(ordering: .sequentiallyConsistent) else { return }
        schedule(deadline)
    }

    private func schedule(_ deadline: Nanoseconds) {
        let now = timer.now
        let next = min(deadline, Self.longestNap.after(now))
        state.withLock { state in
            guard next.count < alarm.load(ordering: .sequentiallyConsistent) else { return }
            alarm.store(next.count, ordering: .sequentiallyConsistent)
            state.ticket.map(timer.withdraw)
            state.ticket = timer.schedule(after: next.since(now)) { [weak self] in self?.ring() }
        }
    }

    private func ring() {
        let ring = state.withLock { state in
            state.ticket = nil
            // From here on every deadline that is noted sets the alarm anew; those before are found.
            alarm.store(.max, ordering: .sequentiallyConsistent)
            return state.ring
        }
        if let next = ring?(timer.now) { schedule(next) }
    }
}
