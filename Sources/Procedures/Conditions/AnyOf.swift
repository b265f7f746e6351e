/// Holds when at least one of its conditions holds.
///
/// They are evaluated one after another in the order written, up to the first that is satisfied. None
/// asks before all have looked: what one already allows, no other is asked for. Then those that can ask
/// do so in the order written, up to the first that is satisfied.
public struct AnyOf: ConditionGroup {
    package let conditions: [any Condition]

    public init(@ConditionBuilder _ conditions: () -> [any Condition]) {
        self.conditions = conditions()
    }

    /// - Parameter conditions: Where there are none, the group refuses.
    public init(_ conditions: [any Condition]) { self.conditions = conditions }

    public var name: String { "any of (\(conditions.map(\.name).joined(separator: ", ")))" }

    public func evaluate(in context: ConditionContext) async -> ConditionResult {
        var results: [ConditionResult] = []
        for condition in conditions {
            let result = await condition.evaluate(in: context.onlyLooking())
            if result == .satisfied { return .satisfied }
            results.append(result)
        }
        for (index, condition) in conditions.enumerated() where context.mayAsk && condition.asks {
            results[index] = await condition.evaluate(in: context)
            if results[index] == .satisfied { return .satisfied }
        }
        return .anyOf(results)
    }

    /// The last that its conditions tell, once each of them that can has told; unless one that tells nothing
    /// holds by itself then, which each has the time of the whole condition to say.
    public func endings(in context: ConditionContext) -> Endings? {
        var endings: [Endings] = []
        var others: [any Condition] = []
        for condition in conditions {
            if let ending = condition.endings(in: context) {
                endings.append(ending)
            } else {
                others.append(condition)
            }
        }
        guard !endings.isEmpty else { return nil }
        return LastEnding(endings) { [others] in
            for other in others where await context.stillHolds(other) { return true }
            return false
        }
    }
}

/// `a || b` is ``AnyOf`` of both; a chain is one group.
public func || (left: some Condition, right: some Condition) -> AnyOf {
    AnyOf(AnyOf.parts(of: left) + [right])
}
