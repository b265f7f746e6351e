/// A condition made of others, which has what they have.
protocol ConditionGroup: DecidingCondition {
    var conditions: [any Condition] { get }
}

extension ConditionGroup {
    /// The parts of a condition that is such a group itself, so that a chain of operators is one group; else
    /// the condition alone. An empty group stays what it is, since it refuses.
    static func parts(of condition: some Condition) -> [any Condition] {
        guard let group = condition as? Self, !group.conditions.isEmpty else { return [condition] }
        return group.conditions
    }

    public var produces: [any ProcedureConvertible] { conditions.flatMap(\.produces) }

    /// The strictest of its parts: of what one produces, all that any of them wants.
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
