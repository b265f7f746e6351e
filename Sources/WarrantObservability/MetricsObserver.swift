public import CoreMetrics
public import Procedures

/// Measures procedures with swift-metrics.
///
/// ```swift
/// let queue = ProcedureQueue(width: 4, observers: [MetricsObserver()])
/// ```
///
/// | Metric | Kind | Dimensions |
/// | --- | --- | --- |
/// | `procedures_total` | counter: procedures that have ended | `procedure`, `outcome` |
/// | `procedure_waiting_seconds` | timer: from the moment it joins a run until its turn | `procedure` |
/// | `procedure_duration_seconds` | timer: from its turn to its end, all attempts included | `procedure`, `outcome` |
/// | `procedures_waiting` | meter: procedures that wait for their turn | `procedure` |
/// | `procedures_running` | meter: procedures that have had their turn and have not ended | `procedure` |
/// | `procedure_condition_verdicts_total` | counter: results of conditions | `procedure`, `condition`, `verdict` |
///
/// An outcome is `succeeded`, `failed`, `refused`, `skipped` or `cancelled`. A verdict is `satisfied`, `skipped`,
/// `refused` or `undetermined`. A procedure that ends before its turn is counted, and has no times.
///
/// The names of procedures and conditions are dimensions, so keep what differs from one run to the next out of them.
/// Procedures of a batch have the name of the batch, and each delay is `delay`. A backend remembers every combination: from the 1,001st name of a procedure on, and from the 101st
/// name of a condition of one procedure on, both are reported as `other`.
///
/// One observer may observe any number of queues and procedures, and one is enough for a process: each keeps meters of
/// its own. It does not wait for anything but the backend, which
/// is called on the way of the procedure.
public struct MetricsObserver: Observer {
    private let factory: (any MetricsFactory)?
    private let stopwatch: Stopwatch
    private let table = MetricsTable()

    /// - Parameters:
    ///   - factory: Makes the metrics. If nil, it is that of `MetricsSystem`, from the first procedure on that joins a
    ///     run after the system was bootstrapped. Until then nothing is measured, at no cost.
    ///   - clock: Measures the times.
    public init(
        factory: (any MetricsFactory)? = nil,
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.factory = factory
        stopwatch = Stopwatch(clock)
    }

    /// Returns nil while there is no backend.
    public func observer(of procedure: ProcedureIdentity) -> (any Observer)? {
        let factory = factory ?? MetricsSystem.factory
        if factory is NOOPMetricsHandler { return nil }
        return MeasuredRun(table.metrics(of: procedure.family, from: factory), stopwatch)
    }
}
