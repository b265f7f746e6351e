import Procedures

/// Records the slices of one procedure in one run.
final class ProfiledRun: Observer {
    private let profile: Profile
    private let stopwatch: Stopwatch
    private let track: Profile.Track
    private let start: Duration
    /// The end of the last phase.
    private let last: Locked<Duration>

    init(_ procedure: ProcedureIdentity, _ profile: Profile, _ stopwatch: Stopwatch) {
        self.profile = profile
        self.stopwatch = stopwatch
        track = profile.takeTrack(procedure.family)
        start = stopwatch.time
        last = Locked(start)
    }

    func willAttempt(_ procedure: ProcedureIdentity) {
        let times = timesOfPhase()
        guard times.lowerBound < times.upperBound else { return }
        profile.record(Profile.Slice("waiting", .phase, on: track, times, nil))
    }

    func didEvaluate(
        _ condition: String,
        _ result: ConditionResult,
        of procedure: ProcedureIdentity
    ) {
        end(condition, result.word)
    }

    func willExecute(_ procedure: ProcedureIdentity) { _ = timesOfPhase() }

    func didExecute(_ procedure: ProcedureIdentity) { end("executing") }

    func didFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) {
        let times = start...max(start, stopwatch.time)
        profile.record(
            Profile.Slice(procedure.name, .procedure, on: track, times, outcome.kind.rawValue)
        )
        profile.giveBack(track)
    }

    /// Ends a phase, which began when the last one ended.
    private func end(_ phase: String, _ result: String? = nil) {
        profile.record(Profile.Slice(phase, .phase, on: track, timesOfPhase(), result))
    }

    private func timesOfPhase() -> ClosedRange<Duration> {
        let now = stopwatch.time
        return last.withLock { last in
            defer { last = now }
            return last...max(last, now)
        }
    }
}
