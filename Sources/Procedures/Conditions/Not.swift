/// Holds if its condition is refused or skipped. An undetermined condition stays undetermined.
///
/// The condition below it never asks, since no user should be asked for something that must not hold. It never ends
/// running work either: its ending would report the end of something that must not hold.
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

/// `!a` is ``Not`` of `a`.
public prefix func ! (condition: some Condition) -> Not { Not(condition) }
