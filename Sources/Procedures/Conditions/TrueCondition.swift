/// Always holds.
public struct TrueCondition: Condition {
    public init() {}

    public var name: String { "true" }

    public func evaluate(in context: ConditionContext) async -> ConditionResult { .satisfied }
}
