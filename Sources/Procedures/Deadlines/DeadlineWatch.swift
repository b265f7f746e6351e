import Synchronization

/// Serves all deadlines of a queue with one alarm.
///
/// Nearly all deadlines are met, so no list of them is kept: each procedure keeps its own. The alarm rings at the
/// earliest deadline or after a second, and all deadlines are then examined.
final class DeadlineWatch: Sendable {
    let next = NextRing()
    private let alarm: Alarm

    /// - Parameter expire: Expires the deadlines that are due. Returns the earliest of the others, or nil if none is
    ///   left.
    init(
        timer: DeadlineTimer,
        expire: @escaping @Sendable (_ now: Nanoseconds) -> Nanoseconds?
    ) {
        alarm = Alarm(timer, next, expire)
    }

    /// Makes the alarm ring at `deadline` or before.
    func schedule(_ deadline: Nanoseconds) { alarm.schedule(deadline) }
}

/// The time when the alarm rings next, in nanoseconds.
///
/// It is separate from the alarm because it is read for every condition. The timer has weak references to the alarm,
/// and to hold an object with weak references costs several times as much.
final class NextRing: Sendable {
    private let time = Atomic(Int64.max)

    func isAfter(_ deadline: Nanoseconds) -> Bool {
        deadline.count < time.load(ordering: .sequentiallyConsistent)
    }

    fileprivate func set(_ deadline: Nanoseconds) {
        time.store(deadline.count, ordering: .sequentiallyConsistent)
    }
}

private final class Alarm: Sendable {
    private static let longestNap = Nanoseconds(clamping: .seconds(1))

    private let timer: DeadlineTimer
    private let next: NextRing
    private let expire: @Sendable (_ now: Nanoseconds) -> Nanoseconds?
    private let ticket = Locked<DeadlineTimer.Line.Ticket?>(nil)

    init(
        _ timer: DeadlineTimer,
        _ next: NextRing,
        _ expire: @escaping @Sendable (_ now: Nanoseconds) -> Nanoseconds?
    ) {
        self.timer = timer
        self.next = next
        self.expire = expire
    }

    deinit { ticket.withLock { $0.map(timer.withdraw) } }

    func schedule(_ deadline: Nanoseconds) {
        let now = timer.now
        let time = min(deadline, Self.longestNap.after(now))
        ticket.withLock { ticket in
            guard next.isAfter(time) else { return }
            next.set(time)
            ticket.map(timer.withdraw)
            ticket = timer.schedule(after: time.since(now)) { [weak self] in self?.ring() }
        }
    }

    private func ring() {
        ticket.withLock { ticket in
            ticket = nil
            // From here on every new deadline sets the alarm again. `expire` finds the earlier ones.
            next.set(.never)
        }
        if let earliest = expire(timer.now) { schedule(earliest) }
    }
}
