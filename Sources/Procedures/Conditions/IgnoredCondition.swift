/// Closes the gate quietly where its condition refuses; an undetermined one stays undetermined.
public struct IgnoredCondition: Condition {
    package let condition: any Condition

    public init(_ condition: some Condition) { self.condition = condition }

    public var name: String { condition.name }

    public func evaluate(in context: ConditionContext) async -> ConditionResult {
        await condition.evaluate(in: context).ignored
    }
}
