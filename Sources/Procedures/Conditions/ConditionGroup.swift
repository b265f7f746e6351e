/// A condition that combines the products, exclusions and other requirements of its parts.
protocol ConditionGroup: DecidingCondition {
    var conditions: [any Condition] { get }
}

extension ConditionGroup {
    /// Returns the parts of a condition that is itself such a group, else the condition alone. A chain of operators is
    /// thus one group. An empty group stays as it is, since it refuses.
    static func parts(of condition: some Condition) -> [any Condition] {
        guard let group = condition as? Self, !group.conditions.isEmpty else { return [condition] }
        return group.conditions
    }

    public var produces: [any ProcedureConvertible] { conditions.flatMap(\.produces) }

    /// The strictest requirements of all its parts that produce something.
    public var producedRequirements: ProducedRequirements {
        conditions.filter { !$0.produces.isEmpty }
            .reduce(.none) { $0.union($1.producedRequirements) }
    }

    public var exclusions: Set<Exclusion> {
        conditions.reduce(into: []) { $0.formUnion($1.exclusions) }
    }

    public var asks: Bool { conditions.contains(where: \.asks) }
    public var looksAgain: Bool { conditions.contains(where: \.looksAgain) }

    package func logUndetermined(_ reasons: [Reason], in context: ConditionContext) {
        for condition in conditions {
            (condition as? any DecidingCondition)?.logUndetermined(reasons, in: context)
        }
    }
}
