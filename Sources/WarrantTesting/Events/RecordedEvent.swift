public import Procedures

/// An event of a procedure, as a value to compare.
public struct RecordedEvent: Hashable, Sendable {
    /// The eleven events of an observer, by the names of its methods.
    public enum Kind: Hashable, Sendable {
        case didAttach
        case willAttempt
        case didEvaluate(condition: String, ConditionResult)
        case willExecute
        case willAdd(ProcedureIdentity)
        case didAdd(ProcedureIdentity)
        case didExecute
        case didCancel(Cancellation)
        case didRefuse(Refusal)
        case willFinish(Ending)
        case didFinish(Ending)
    }

    /// The kind of an outcome, without its values.
    public enum Ending: String, Hashable, Sendable, CaseIterable {
        case succeeded, failed, refused, skipped, cancelled
    }

    public let procedure: ProcedureIdentity
    public let kind: Kind

    public init(_ procedure: ProcedureIdentity, _ kind: Kind) {
        self.procedure = procedure
        self.kind = kind
    }
}

extension RecordedEvent: CustomStringConvertible {
    /// The procedure, the event, and the event's value in one word: `upload didRefuse conditions`.
    public var description: String { "\(procedure.name) \(kind)" }
}

extension RecordedEvent.Kind: CustomStringConvertible {
    public var description: String {
        switch self {
        case .didAttach: "didAttach"
        case .willAttempt: "willAttempt"
        case .didEvaluate(let condition, let result): "didEvaluate `\(condition)` \(result.word)"
        case .willExecute: "willExecute"
        case .willAdd(let produced): "willAdd \(produced.name)"
        case .didAdd(let produced): "didAdd \(produced.name)"
        case .didExecute: "didExecute"
        case .didCancel: "didCancel"
        case .didRefuse(let refusal): "didRefuse \(refusal.phase)"
        case .willFinish(let ending): "willFinish \(ending)"
        case .didFinish(let ending): "didFinish \(ending)"
        }
    }
}
