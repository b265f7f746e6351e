package import Capabilities
import PolicyLanguage

/// Finds capabilities that must be both granted and denied. The policy then holds on no host.
package struct Contradiction: LintRule {
    package static let id = "contradiction"
    package static let severity = LintFinding.Severity.error
    package static let summary = "a policy requires something and forbids it"

    private let implied: @Sendable (any Capability) -> [any Capability]
    private let settled: @Sendable (any Capability) -> [any Capability]

    /// - Parameters:
    ///   - implied: Returns the capabilities that are authorized wherever a capability is.
    ///   - settled: Returns the capabilities that have the same answer wherever a capability has one.
    package init(
        implied: @escaping @Sendable (any Capability) -> [any Capability],
        settled: @escaping @Sendable (any Capability) -> [any Capability]
    ) {
        self.implied = implied
        self.settled = settled
    }

    package func findings(in policy: LintedPolicy) -> [LintFinding] {
        let necessary = policy.requirements.filter(\.isNecessary)
        let refused = necessary.filter { !$0.isWanted }
        guard !refused.isEmpty else { return [] }
        var granted: [Int: PlacedRequirement] = [:]
        for placed in necessary where placed.isWanted {
            let wider = meanings(of: placed, policy.index) { implied($0) + settled($0) }
            for meaning in [placed.meaning] + wider {
                granted[meaning] = granted[meaning] ?? placed
            }
        }
        return refused.compactMap { placed in
            guard let cause = cause(of: placed, granted, policy.index) else { return nil }
            return Self.finding(
                at: placed.syntax.location,
                "\(placed.title) \(cause), so the policy never holds",
                help: "remove one of the two"
            )
        }
    }

    /// Returns why a requirement cannot be denied, or nil if it can.
    private func cause(
        of refused: PlacedRequirement,
        _ granted: [Int: PlacedRequirement],
        _ index: RequirementIndex
    ) -> String? {
        if let other = granted[refused.meaning] {
            let line = other.syntax.location.line
            let relation =
                other.meaning == refused.meaning
                ? "is required at line \(line)" : "is part of \(other.title) at line \(line)"
            return "\(relation), but is forbidden here"
        }
        let other = meanings(of: refused, index, settled).lazy.compactMap { granted[$0] }.first
        return other.map {
            "is denied only where \($0.title) is, and line \($0.syntax.location.line) requires that"
        }
    }

    private func meanings(
        of placed: PlacedRequirement,
        _ index: RequirementIndex,
        _ related: (any Capability) -> [any Capability]
    ) -> [Int] {
        guard let capability = placed.capability else { return [] }
        return related(capability).compactMap { index.meaning(of: .asking($0)) }
    }
}
