package import Capabilities
import PolicyLanguage

/// Finds capabilities that must be both granted and denied. The policy then holds on no host.
package struct Contradiction: LintRule {
    package static let id = "contradiction"
    package static let severity = LintFinding.Severity.error
    package static let summary = "a policy requires something and forbids it"

    private let implied: @Sendable (any Capability) -> [any Capability]

    /// - Parameter implied: Returns the capabilities that are authorized wherever a capability is.
    package init(implied: @escaping @Sendable (any Capability) -> [any Capability]) {
        self.implied = implied
    }

    package func findings(in policy: LintedPolicy) -> [LintFinding] {
        let necessary = policy.requirements.filter(\.isNecessary)
        let refused = necessary.filter { !$0.isWanted }
        guard !refused.isEmpty else { return [] }
        var granted: [Int: PlacedRequirement] = [:]
        for placed in necessary where placed.isWanted {
            for meaning in [placed.meaning] + implied(by: placed, policy.index) {
                granted[meaning] = granted[meaning] ?? placed
            }
        }
        return refused.compactMap { placed in
            guard let other = granted[placed.meaning] else { return nil }
            let line = other.syntax.location.line
            let cause =
                other.meaning == placed.meaning
                ? "is required at line \(line)" : "is part of \(other.title) at line \(line)"
            return Self.finding(
                at: placed.syntax.location,
                "\(placed.title) \(cause), but is forbidden here, so the policy never holds",
                help: "remove one of the two"
            )
        }
    }

    private func implied(by placed: PlacedRequirement, _ index: RequirementIndex) -> [Int] {
        guard let capability = placed.capability else { return [] }
        return implied(capability).compactMap { index.meaning(of: .asking($0)) }
    }
}
