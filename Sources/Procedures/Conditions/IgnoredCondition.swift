/// Closes the gate quietly if its condition refuses. An undetermined condition stays undetermined.
public struct IgnoredCondition: ConditionGroup {
    package let condition: any Condition
    var conditions: [any Condition] { [condition] }

    public init(_ condition: some Condition) { self.condition = condition }

    public var name: String { condition.name }

    public func evaluate(in context: ConditionContext) async -> ConditionResult {
        await condition.evaluate(in: context).ignored
    }

    public func endings(in context: ConditionContext) -> Endings? {
        condition.endings(in: context)
    }
}
