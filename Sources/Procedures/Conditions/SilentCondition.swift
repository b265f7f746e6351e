/// Only looks: its condition neither asks nor produces anything.
public struct SilentCondition: ConditionGroup {
    package let condition: any Condition
    var conditions: [any Condition] { [condition] }

    public init(_ condition: some Condition) { self.condition = condition }

    public var name: String { condition.name }
    public var produces: [any ProcedureConvertible] { [] }
    public var asks: Bool { false }

    public func evaluate(in context: ConditionContext) async -> ConditionResult {
        await condition.evaluate(in: context.onlyLooking())
    }

    public func endings(in context: ConditionContext) -> Endings? {
        condition.endings(in: context)
    }
}
