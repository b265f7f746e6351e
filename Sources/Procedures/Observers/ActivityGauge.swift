/// Reports when anything that it observes begins to execute, and when all of it has stopped.
///
/// ```swift
/// let gauge = ActivityGauge { isOn in light.set(isOn) }
/// let queue = ProcedureQueue(width: 4, observers: [gauge])
/// ```
///
/// One gauge may observe any number of procedures and queues. It turns on at the first ``Observer/willExecute(_:)``. It
/// turns off when nothing has executed for its lingering time, which avoids flicker between one procedure and the next.
/// Work that waits for its conditions or between attempts does not execute. Work that ignores its cancellation does.
public final class ActivityGauge: Observer {
    private struct State {
        var executing = 0
        var isOn = false
        /// The last state that was reported.
        var isReportedOn = false
        var isTelling = false
        /// The time at which it turns off unless something executes before.
        var end = Nanoseconds.never
        var isAlarmSet = false
    }

    private let lingering: Nanoseconds
    private let timer: DeadlineTimer
    private let tell: @Sendable (_ isOn: Bool) -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - lingering: The time that it stays on after the last procedure has stopped. With zero or less it turns off at
    ///     once.
    ///   - clock: Measures that time.
    ///   - tell: Called with true when the gauge turns on and with false when it turns off. Calls alternate and never
    ///     overlap. They come from any thread that begins or stops a procedure or keeps the time. A change that is
    ///     undone during a call is not reported.
    public init<Time: Clock>(
        lingering: Duration = .seconds(1),
        clock: Time,
        _ tell: @escaping @Sendable (_ isOn: Bool) -> Void
    ) where Time.Duration == Duration {
        self.lingering = Nanoseconds(clamping: lingering)
        self.tell = tell
        timer = DeadlineTimer(clock: clock)
    }

    /// Creates a gauge that uses the system's clock.
    public init(
        lingering: Duration = .seconds(1),
        _ tell: @escaping @Sendable (_ isOn: Bool) -> Void
    ) {
        self.lingering = Nanoseconds(clamping: lingering)
        self.tell = tell
        timer = .shared
    }

    /// True if anything executes, or has done so within the lingering time.
    public var isOn: Bool { state.withLock { $0.isOn } }

    public func willExecute(_ procedure: ProcedureIdentity) {
        state.withLock { state in
            state.executing += 1
            state.isOn = true
            state.end = .never
        }
        tellChange()
    }

    public func didExecute(_ procedure: ProcedureIdentity) {
        let end = lingering.after(timer.now)
        let mustWait = state.withLock { state in
            state.executing -= 1
            guard state.executing == 0 else { return false }
            state.end = end
            defer { state.isAlarmSet = true }
            return !state.isAlarmSet
        }
        if mustWait { endLingering() }
    }

    /// Turns off if the time has come, and otherwise tries again later.
    ///
    /// One alarm serves any number of starts and stops. It retains the gauge, so every report of on is followed by one
    /// of off.
    private func endLingering() {
        let now = timer.now
        let rest = state.withLock { state -> Duration? in
            if state.end > now, state.end != .never { return state.end.since(now) }
            if state.end <= now { state.isOn = false }
            state.isAlarmSet = false
            return nil
        }
        if let rest { _ = timer.schedule(after: rest) { self.endLingering() } }
        tellChange()
    }

    /// Reports a change, or leaves that to the thread that is already reporting.
    private func tellChange() {
        let isOurs = state.withLock { state in
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard isOurs else { return }
        while let isOn = nextChange() { tell(isOn) }
    }

    private func nextChange() -> Bool? {
        state.withLock { state in
            guard state.isOn != state.isReportedOn else {
                state.isTelling = false
                return nil
            }
            state.isReportedOn = state.isOn
            return state.isOn
        }
    }
}
