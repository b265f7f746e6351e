/// Holds when every one of its conditions holds.
///
/// Evaluates all of them, one after another in the order written, to report all of them. A skipped, refused or
/// undetermined condition closes the gate, and no condition after it asks.
public struct AllOf: ConditionGroup {
    package let conditions: [any Condition]

    public init(@ConditionBuilder _ conditions: () -> [any Condition]) {
        self.conditions = conditions()
    }

    /// - Parameter conditions: An empty array refuses.
    public init(_ conditions: [any Condition]) { self.conditions = conditions }

    public var name: String { "all of (\(conditions.map(\.name).joined(separator: ", ")))" }

    public func evaluate(in context: ConditionContext) async -> ConditionResult {
        var results: [ConditionResult] = []
        for condition in conditions {
            let isOpen = results.allSatisfy { $0 == .satisfied }
            results.append(await condition.evaluate(in: context.asking(if: isOpen)))
        }
        return .allOf(results)
    }

    /// Returns the first ending that any of its conditions reports.
    public func endings(in context: ConditionContext) -> Endings? {
        let endings = conditions.compactMap { $0.endings(in: context) }
        return endings.isEmpty ? nil : FirstEnding(endings)
    }
}

/// `a && b` is ``AllOf`` of both; a chain is one group.
public func && (left: some Condition, right: some Condition) -> AllOf {
    AllOf(AllOf.parts(of: left) + [right])
}
