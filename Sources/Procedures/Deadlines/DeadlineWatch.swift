import Synchronization

/// Serves all deadlines of a queue with one alarm.
///
/// Nearly all deadlines are met, so none is entered anywhere: each is kept by whom it concerns, and when
/// the alarm rings, which is at the earliest of them or after a second, all are looked through.
final class DeadlineWatch: Sendable {
    let next = NextRing()
    private let alarm: Alarm

    /// - Parameter expire: Expires what is due, and answers the earliest deadline that is not; nil where
    ///   nothing is left to be watched.
    init(
        timer: DeadlineTimer,
        expire: @escaping @Sendable (_ now: Nanoseconds) -> Nanoseconds?
    ) {
        alarm = Alarm(timer, next, expire)
    }

    /// Sees to it that the alarm rings at a deadline, or before.
    func schedule(_ deadline: Nanoseconds) { alarm.schedule(deadline) }
}

/// When the alarm rings next, in nanoseconds.
///
/// Apart from the alarm, since it is looked at for every condition: to hold an object of which there are
/// weak references, as the timer has of the alarm, costs several times as much.
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
            // From here on every deadline that is noted sets the alarm anew; those before are found.
            next.set(.never)
        }
        if let earliest = expire(timer.now) { schedule(earliest) }
    }
}
