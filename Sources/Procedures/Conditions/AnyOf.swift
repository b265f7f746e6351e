/// Holds when at least one of its conditions holds.
///
/// First evaluates its conditions without asking, in the order written, up to the first that is satisfied. No condition
/// asks if another one already allows. Then the conditions that can ask do so in the order written, up to the first
/// that is satisfied.
public struct AnyOf: ConditionGroup {
    package let conditions: [any Condition]

    public init(@ConditionBuilder _ conditions: () -> [any Condition]) {
        self.conditions = conditions()
    }

    /// - Parameter conditions: An empty array refuses.
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

    /// Returns an ending that is reported once every condition that has endings has reported one. A condition without
    /// endings keeps the work running if it still holds then. Each of those gets the limit of the whole condition to
    /// answer.
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
