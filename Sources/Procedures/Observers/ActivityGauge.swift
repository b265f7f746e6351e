/// Tells when anything that it observes begins to execute, and when all of it has stopped.
///
/// ```swift
/// let gauge = ActivityGauge { isOn in light.set(isOn) }
/// let queue = ProcedureQueue(width: 4, observers: [gauge])
/// ```
///
/// One gauge may observe any number of procedures and queues. It is on from the first
/// ``Observer/willExecute(_:)`` on, and off again when nothing has executed for its lingering time, so that
/// it does not flicker between one procedure and the next. Work that waits, between attempts or for its
/// conditions, does not execute; work that ignores its cancellation does.
public final class ActivityGauge: Observer {
    private struct State {
        var executing = 0
        var isOn = false
        /// The last state that was reported.
        var isReportedOn = false
        var isTelling = false
        /// When it goes off unless something executes until then.
        var end = Nanoseconds.never
        var isAlarmSet = false
    }

    private let lingering: Nanoseconds
    private let timer: DeadlineTimer
    private let tell: @Sendable (_ isOn: Bool) -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - lingering: How long it stays on after the last has stopped. Zero and less: not at all.
    ///   - clock: What measures that.
    ///   - tell: Called with true when it goes on and with false when it goes off, in turn and never two at
    ///     once, by whoever began, stopped, or kept the time. A change that is undone while the one before
    ///     is still being told is not told.
    public init<Time: Clock>(
        lingering: Duration = .seconds(1),
        clock: Time,
        _ tell: @escaping @Sendable (_ isOn: Bool) -> Void
    ) where Time.Duration == Duration {
        self.lingering = Nanoseconds(clamping: lingering)
        self.tell = tell
        timer = DeadlineTimer(clock: clock)
    }

    /// The same, by the system's clock.
    public init(
        lingering: Duration = .seconds(1),
        _ tell: @escaping @Sendable (_ isOn: Bool) -> Void
    ) {
        self.lingering = Nanoseconds(clamping: lingering)
        self.tell = tell
        timer = .shared
    }

    /// Whether anything executes, or has done so within the lingering time.
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

    /// Goes off where it is time, and otherwise comes back when it may be.
    ///
    /// One alarm serves however many begin and stop meanwhile; it holds the gauge, so that what was told
    /// to be on is told to be off.
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

    /// Tells what has changed, or leaves that to whoever is telling.
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
