/// Never holds.
public struct FalseCondition: Condition {
    public init() {}

    public var name: String { "false" }

    public func evaluate(in context: ConditionContext) async -> ConditionResult {
        .refused([Reason(.neverHolds, name, "never holds")])
    }
}
