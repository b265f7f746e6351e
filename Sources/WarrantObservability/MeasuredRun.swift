import CoreMetrics
import Procedures

/// Measures one procedure in one run.
final class MeasuredRun: Observer {
    private struct State {
        let attached: Duration
        /// When its turn came.
        var started: Duration?
    }

    private let metrics: ProcedureMetrics
    private let stopwatch: Stopwatch
    private let state: Locked<State>

    init(_ metrics: ProcedureMetrics, _ stopwatch: Stopwatch) {
        self.metrics = metrics
        self.stopwatch = stopwatch
        state = Locked(State(attached: stopwatch.time))
    }

    func didAttach(to procedure: ProcedureIdentity) { metrics.waiting.increment() }

    func willAttempt(_ procedure: ProcedureIdentity) {
        let now = stopwatch.time
        let waited = state.withLock { state -> Duration? in
            guard state.started == nil else { return nil }
            state.started = now
            return now - state.attached
        }
        guard let waited else { return }
        metrics.waiting.decrement()
        metrics.running.increment()
        metrics.waitingTime.recordNanoseconds(waited.nanoseconds)
    }

    func didEvaluate(
        _ condition: String,
        _ result: ConditionResult,
        of procedure: ProcedureIdentity
    ) {
        metrics.count(result.word, of: condition)
    }

    func didFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) {
        let started = state.withLock { $0.started }
        (started == nil ? metrics.waiting : metrics.running).decrement()
        metrics.countEnd(outcome.kind, after: started.map { stopwatch.time - $0 })
    }
}
