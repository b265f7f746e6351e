public import Procedures

/// The condition that keeps a procedure from starting until a capability is authorized.
///
/// It looks when its turn comes: after the procedure's dependencies, in the order written.
public struct AuthorizedFor<Subject: Capability>: Condition {
    private let capability: Subject

    public init(_ capability: Subject) { self.capability = capability }

    public var name: String { capability.name }

    public func evaluate(in context: ConditionContext) async -> ConditionResult {
        await capability.verdict().conditionResult
    }
}
