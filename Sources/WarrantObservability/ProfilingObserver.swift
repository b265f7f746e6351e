public import Procedures

/// Records when procedures wait, evaluate their conditions and execute, as a trace that Perfetto opens.
///
/// ```swift
/// let profile = ProfilingObserver()
/// let queue = ProcedureQueue(width: 4, observers: [profile])
/// _ = await queue.run(backup)
/// print(profile.trace)
/// ```
///
/// Open the text in <https://ui.perfetto.dev> or `chrome://tracing`. Each name of a procedure has a track, and another
/// one for each that is in a run at the same time. On a track lies a slice for the procedure, from the moment it joins
/// a run to its end. In it is one slice for each phase: `waiting` for its turn or for its next attempt, each condition
/// by its name, and `executing`. A wait for what conditions produce belongs to the slice of the condition after it. A
/// wait for exclusive categories belongs to the slice of a condition that looks again after it, or else is a gap before
/// `executing`. What has not ended is not in the trace yet.
///
/// The observer keeps the last slices up to its limit, and forgets the oldest. A slice takes about 150 bytes and its
/// names. Each procedure that has not ended takes some hundred bytes more. One observer may observe any number of
/// queues and procedures.
public struct ProfilingObserver: Observer {
    private let profile: Profile
    private let stopwatch: Stopwatch

    /// - Parameters:
    ///   - limit: How many slices it keeps, about 15 MB by default. Less than 1 counts as 1.
    ///   - clock: Measures the times.
    public init(limit: Int = 100_000, clock: some Clock<Duration> = ContinuousClock()) {
        profile = Profile(limit: limit)
        stopwatch = Stopwatch(clock)
    }

    /// The events recorded so far, as JSON in the trace event format of Chrome.
    ///
    /// Times are microseconds since the observer was made. `otherData.forgotten` is the number of slices that were
    /// forgotten.
    public var trace: String { profile.trace }

    public func observer(of procedure: ProcedureIdentity) -> (any Observer)? {
        ProfiledRun(procedure, profile, stopwatch)
    }
}
