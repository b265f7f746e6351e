public import Procedures
public import Tracing

/// Makes a span of each procedure with swift-distributed-tracing.
///
/// ```swift
/// let queue = ProcedureQueue(width: 4, observers: [TracingObserver()])
/// ```
///
/// A span has the name of its procedure; of a batch, each has the name of the batch. It begins when the procedure joins a run and ends with it. Its parent is in
/// the `ServiceContext` of the caller who runs, enqueues or produces the procedure. Conditions and work see the
/// `ServiceContext` of the span, so that the spans of what they call, and of the procedures that they run, enqueue or
/// produce, are its children.
///
/// The events of a span are `attempt` (its turn has come), `condition` (one has its result: the attributes
/// `condition.name` and `condition.verdict`), `execute` and `executed`. The attributes of the span are
/// `procedure.name` and `procedure.outcome`.
///
/// The status is *error*, with the error recorded, for a procedure that failed, was refused, or was cancelled by
/// anything but a request, such as a deadline. Otherwise the status stays unset, as OpenTelemetry asks for.
public struct TracingObserver: Observer {
    private let tracer: (any Tracer)?

    /// - Parameter tracer: Makes the spans. If nil, it is that of `InstrumentationSystem`, which is looked up for each
    ///   procedure of each run. While that has none, there are no spans, at no cost.
    public init(tracer: (any Tracer)? = nil) { self.tracer = tracer }

    /// Returns nil while there is no tracer.
    public func observer(of procedure: ProcedureIdentity) -> (any Observer)? {
        let tracer = tracer ?? InstrumentationSystem.tracer
        return tracer is NoOpTracer ? nil : TracedRun(tracer.startSpan(procedure.family))
    }
}
