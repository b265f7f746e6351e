/// One sleeping task that serves any number of deadlines.
///
/// The task exists only while there are deadlines, and at most `longestNap` longer.
@usableFromInline
package final class DeadlineTimer: Sendable {
    @usableFromInline package static let shared = DeadlineTimer(other: nil, isExact: false) {
        try await ContinuousClock().sleep(until: start.advanced(by: $0.duration))
    }

    private static let start = ContinuousClock.now
    /// The time by the system's clock.
    static var systemTime: Nanoseconds { Nanoseconds(clamping: start.duration(to: .now)) }

    /// A cancelled sleep stays in the runtime's timer queue until its time comes. A deadline that was met therefore
    /// does not cancel the alarm; sleeps are short instead.
    private static let longestNap = Nanoseconds(clamping: .seconds(1))

    typealias Line = WaitingLine<Nanoseconds, @Sendable () -> Void>

    private struct Alarm {
        let number: UInt64
        let time: Nanoseconds
        let task: Task<Void, Never>
    }

    private struct State {
        var waiting = Line()
        var alarm: Alarm?
        var lastNumber: UInt64 = 0
    }

    private let state = Locked(State())
    /// True if long limits are kept exactly. By the system's time they may be up to a second late.
    let isExact: Bool
    /// Reads the time; nil for the system's clock.
    private let other: (@Sendable () -> Nanoseconds)?
    private let sleep: @Sendable (_ until: Nanoseconds) async throws -> Void

    package convenience init<Time: Clock>(clock: Time, isExact: Bool = true)
    where Time.Duration == Duration {
        let start = clock.now
        self.init(other: { Nanoseconds(clamping: start.duration(to: clock.now)) }, isExact: isExact)
        {
            try await clock.sleep(until: start.advanced(by: $0.duration), tolerance: nil)
        }
    }

    private init(
        other: (@Sendable () -> Nanoseconds)?,
        isExact: Bool,
        sleepingUntil sleep: @escaping @Sendable (Nanoseconds) async throws -> Void
    ) {
        self.other = other
        self.isExact = isExact
        self.sleep = sleep
    }

    deinit { state.withLock { $0.alarm?.task.cancel() } }

    var hasSystemTime: Bool { other == nil }
    var now: Nanoseconds { other?() ?? Self.systemTime }

    /// The number of pending deadlines.
    package var count: Int { state.withLock { $0.waiting.count } }

    /// The sleeping task, while there is one.
    var alarmTask: Task<Void, Never>? { state.withLock { $0.alarm?.task } }

    /// Calls `expire` once `limit` has passed, unless the ticket is withdrawn before.
    func schedule(
        after limit: Duration,
        _ expire: @escaping @Sendable () -> Void
    ) -> Line.Ticket {
        let time = now
        let deadline = Nanoseconds(clamping: limit).after(time)
        return state.withLock { state in
            let ticket = state.waiting.insert(expire, at: deadline)
            let wake = min(deadline, Self.longestNap.after(time))
            if state.alarm.map({ wake < $0.time }) ?? true { setAlarm(at: wake, &state) }
            return ticket
        }
    }

    func withdraw(_ ticket: Line.Ticket) {
        state.withLock { _ = $0.waiting.remove(ticket) }
    }

    /// Returns once `duration` has passed, or as soon as the task is cancelled.
    package func pause(for duration: Duration) async {
        _ = await withDeadline(duration, on: self) { _ = await Ending<Void>().wait() }
    }

    private func setAlarm(at time: Nanoseconds, _ state: inout State) {
        state.alarm?.task.cancel()
        state.lastNumber += 1
        let number = state.lastNumber
        // Detached, to hold neither the task-local values nor the priority of one caller. Weak, to let an unused timer
        // end.
        let task = Task.detached { [weak self, sleep] in
            var wake: Nanoseconds? = time
            while let next = wake, (try? await sleep(next)) != nil {
                wake = self?.ring(number)
            }
        }
        state.alarm = Alarm(number: number, time: time, task: task)
    }

    /// Calls every action that is due. Returns the next time to wake, or nil if there is none.
    private func ring(_ number: UInt64) -> Nanoseconds? {
        let time = now
        var due: [@Sendable () -> Void] = []
        let wake = state.withLock { state -> Nanoseconds? in
            guard let alarm = state.alarm, alarm.number == number else { return nil }
            while let first = state.waiting.firstRank, first <= time {
                state.waiting.popFirst().map { due.append($0) }
            }
            let wake = state.waiting.firstRank.map { min($0, Self.longestNap.after(time)) }
            state.alarm = wake.map { Alarm(number: number, time: $0, task: alarm.task) }
            return wake
        }
        for expire in due { expire() }
        return wake
    }
}
