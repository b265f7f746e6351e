/// One sleeping task that serves any number of deadlines.
///
/// The task exists only while there are deadlines, and for at most `longestNap` after the last.
package final class DeadlineTimer: Sendable {
    package static let shared = DeadlineTimer(clock: ContinuousClock())

    /// A sleep that is cancelled stays in the runtime's timer queue until its time comes. So an alarm
    /// is never called off for a deadline that was met, and naps are short instead.
    private static let longestNap: Duration = .seconds(1)
    /// Stands for any longer limit: a hundred years, which no clock overflows.
    private static let longestLimit: Duration = .seconds(3_153_600_000)

    typealias Line = WaitingLine<Duration, @Sendable () -> Void>

    private struct Alarm {
        let number: UInt64
        let time: Duration
        let task: Task<Void, Never>
    }

    private struct State {
        var waiting = Line()
        var alarm: Alarm?
        var lastNumber: UInt64 = 0
    }

    private let state = Locked(State())
    /// The time since this timer was made.
    private let time: @Sendable () -> Duration
    private let sleep: @Sendable (_ until: Duration) async throws -> Void

    package init<Time: Clock>(clock: Time) where Time.Duration == Duration {
        let start = clock.now
        time = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }

    deinit { state.withLock { $0.alarm?.task.cancel() } }

    /// The time since this timer was made.
    var now: Nanoseconds { Nanoseconds(clamping: time()) }

    /// How many deadlines are waited for.
    package var count: Int { state.withLock { $0.waiting.count } }

    /// The sleeping task, while there is one.
    var alarmTask: Task<Void, Never>? { state.withLock { $0.alarm?.task } }

    /// Calls `expire` once `limit` has passed, unless it is withdrawn before.
    func schedule(
        after limit: Duration,
        _ expire: @escaping @Sendable () -> Void
    ) -> Line.Ticket {
        let time = time()
        let deadline = time + min(limit, Self.longestLimit)
        return state.withLock { state in
            let ticket = state.waiting.insert(expire, at: deadline)
            let wake = min(deadline, time + Self.longestNap)
            if state.alarm.map({ wake < $0.time }) ?? true { setAlarm(at: wake, &state) }
            return ticket
        }
    }

    func withdraw(_ ticket: Line.Ticket) {
        state.withLock { _ = $0.waiting.remove(ticket) }
    }

    private func setAlarm(at time: Duration, _ state: inout State) {
        state.alarm?.task.cancel()
        state.lastNumber += 1
        let number = state.lastNumber
        // Detached, so that it holds neither the task-local values nor the priority of one caller;
        // weak, so that a timer nobody holds ends.
        let task = Task.detached { [weak self, sleep] in
            var wake: Duration? = time
            while let next = wake, (try? await sleep(next)) != nil {
                wake = self?.ring(number)
            }
        }
        state.alarm = Alarm(number: number, time: time, task: task)
    }

    /// Calls whatever is due, and answers when to wake next.
    private func ring(_ number: UInt64) -> Duration? {
        let time = time()
        var due: [@Sendable () -> Void] = []
        let wake = state.withLock { state -> Duration? in
            guard let alarm = state.alarm, alarm.number == number else { return nil }
            while let first = state.waiting.firstRank, first <= time {
                state.waiting.popFirst().map { due.append($0) }
            }
            let wake = state.waiting.firstRank.map { min($0, time + Self.longestNap) }
            state.alarm = wake.map { Alarm(number: number, time: $0, task: alarm.task) }
            return wake
        }
        for expire in due { expire() }
        return wake
    }
}
