import Procedures
import Tracing

/// The span of one procedure in one run.
struct TracedRun: Observer {
    private let span: any Span

    init(_ span: any Span) { self.span = span }

    func didAttach(to procedure: ProcedureIdentity) {
        span.attributes["procedure.name"] = procedure.name
    }

    func surround<Result: Sendable>(
        _ procedure: ProcedureIdentity,
        _ attempt: ObservedAttempt<Result>
    ) async -> Result {
        await ServiceContext.$current.withValue(span.context) { await attempt() }
    }

    func willAttempt(_ procedure: ProcedureIdentity) { span.addEvent("attempt") }

    func didEvaluate(
        _ condition: String,
        _ result: ConditionResult,
        of procedure: ProcedureIdentity
    ) {
        var attributes = SpanAttributes()
        attributes["condition.name"] = condition
        attributes["condition.verdict"] = result.word
        span.addEvent(SpanEvent(name: "condition", attributes: attributes))
    }

    func willExecute(_ procedure: ProcedureIdentity) { span.addEvent("execute") }

    func didExecute(_ procedure: ProcedureIdentity) { span.addEvent("executed") }

    func didFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) {
        span.attributes["procedure.outcome"] = outcome.kind.rawValue
        if let error = outcome.error {
            span.recordError(error)
            span.setStatus(SpanStatus(code: .error, message: outcome.description))
        }
        span.end()
    }
}

extension Outcome {
    /// The failure; nil if there is none.
    fileprivate var error: (any Error)? {
        switch self {
        case .succeeded, .skipped: nil
        case .failed(let error): error
        case .refused(let refusal): refusal
        case .cancelled(let cancellation): cancellation.cause == .requested ? nil : cancellation
        }
    }
}
