/// Holds when its condition is refused or skipped; an undetermined one stays undetermined.
///
/// Nothing under it asks: nobody is to be asked for what must not be. Nothing under it ends the work that
/// was let in either: what was told would be the end of what must not hold.
public struct Not: ConditionGroup {
    package let condition: any Condition
    var conditions: [any Condition] { [condition] }

    public init(_ condition: some Condition) { self.condition = condition }

    public var name: String { "not \(condition.name)" }
    public var asks: Bool { false }

    public func evaluate(in context: ConditionContext) async -> ConditionResult {
        await condition.evaluate(in: context.onlyLooking())
            .negated(because: Reason(.mustNotHold, condition.name, "holds, and must not"))
    }
}

/// `!a` is ``Not`` of it.
public prefix func ! (condition: some Condition) -> Not { Not(condition) }
