/// Holds when its condition is refused or skipped; an undetermined one stays undetermined.
public struct Not: Condition {
    package let condition: any Condition

    public init(_ condition: some Condition) { self.condition = condition }

    public var name: String { "not \(condition.name)" }

    public func evaluate(in context: ConditionContext) async -> ConditionResult {
        await condition.evaluate(in: context)
            .negated(because: Reason("must-not-hold", condition.name, "holds, and must not"))
    }
}
