/// An observer made of closures, one for each event of interest.
///
/// ```swift
/// let upload = Procedure("upload") { … }
///     .observer(BlockObserver(willExecute: { show("uploading", $0) }, didFinish: { report($0, $1) }))
/// ```
public struct BlockObserver: Observer {
    public typealias Event = @Sendable (ProcedureIdentity) -> Void
    public typealias ProducedEvent =
        @Sendable (_ produced: ProcedureIdentity, ProcedureIdentity) -> Void
    public typealias ConditionEvent =
        @Sendable (_ condition: String, ConditionResult, ProcedureIdentity) -> Void
    public typealias EndEvent = @Sendable (ProcedureIdentity, Outcome<Void>) -> Void

    private let attached: Event?
    private let attempts: Event?
    private let evaluated: ConditionEvent?
    private let executes: Event?
    private let adds: ProducedEvent?
    private let added: ProducedEvent?
    private let executed: Event?
    private let cancelled: (@Sendable (ProcedureIdentity, Cancellation) -> Void)?
    private let refused: (@Sendable (ProcedureIdentity, Refusal) -> Void)?
    private let finishes: EndEvent?
    private let finished: EndEvent?

    public init(
        didAttach: Event? = nil,
        willAttempt: Event? = nil,
        didEvaluate: ConditionEvent? = nil,
        willExecute: Event? = nil,
        willAdd: ProducedEvent? = nil,
        didAdd: ProducedEvent? = nil,
        didExecute: Event? = nil,
        didCancel: (@Sendable (ProcedureIdentity, Cancellation) -> Void)? = nil,
        didRefuse: (@Sendable (ProcedureIdentity, Refusal) -> Void)? = nil,
        willFinish: EndEvent? = nil,
        didFinish: EndEvent? = nil
    ) {
        attached = didAttach
        attempts = willAttempt
        evaluated = didEvaluate
        executes = willExecute
        adds = willAdd
        added = didAdd
        executed = didExecute
        cancelled = didCancel
        refused = didRefuse
        finishes = willFinish
        finished = didFinish
    }

    public func didAttach(to procedure: ProcedureIdentity) { attached?(procedure) }

    public func willAttempt(_ procedure: ProcedureIdentity) { attempts?(procedure) }

    public func didEvaluate(
        _ condition: String,
        _ result: ConditionResult,
        of procedure: ProcedureIdentity
    ) {
        evaluated?(condition, result, procedure)
    }

    public func willExecute(_ procedure: ProcedureIdentity) { executes?(procedure) }

    public func willAdd(_ produced: ProcedureIdentity, to procedure: ProcedureIdentity) {
        adds?(produced, procedure)
    }

    public func didAdd(_ produced: ProcedureIdentity, to procedure: ProcedureIdentity) {
        added?(produced, procedure)
    }

    public func didExecute(_ procedure: ProcedureIdentity) { executed?(procedure) }

    public func didCancel(_ procedure: ProcedureIdentity, _ cancellation: Cancellation) {
        cancelled?(procedure, cancellation)
    }

    public func didRefuse(_ procedure: ProcedureIdentity, _ refusal: Refusal) {
        refused?(procedure, refusal)
    }

    public func willFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) {
        finishes?(procedure, outcome)
    }

    public func didFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) {
        finished?(procedure, outcome)
    }
}
