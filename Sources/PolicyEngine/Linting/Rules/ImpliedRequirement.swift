package import Capabilities
import PolicyLanguage

/// Finds a list in which one requirement is part of another.
///
/// Of two that are both needed, the weaker says nothing; of two of which one is enough, or none may be
/// granted, the stronger.
package struct ImpliedRequirement: LintRule {
    package static let id = "implied-requirement"
    package static let severity = LintFinding.Severity.warning
    package static let summary = "a requirement is part of another in its list"

    private let implied: @Sendable (any Capability) -> [any Capability]

    /// - Parameter implied: What is authorized wherever a capability is.
    package init(implied: @escaping @Sendable (any Capability) -> [any Capability]) {
        self.implied = implied
    }

    package func findings(in policy: LintedPolicy) -> [LintFinding] {
        let asked = policy.requirements.filter { $0.syntax.when == nil && $0.role.isListed }
        var firsts: [Key: PlacedRequirement] = [:]
        for placed in asked {
            guard let capability = placed.question?.capability else { continue }
            let key = Key(list: placed.list, capability: AnyHashable(capability))
            firsts[key] = firsts[key] ?? placed
        }
        return asked.flatMap { stronger in
            guard let capability = stronger.question?.capability else { return [LintFinding]() }
            return implied(capability).compactMap { capability in
                firsts[Key(list: stronger.list, capability: AnyHashable(capability))].map {
                    finding(stronger, $0)
                }
            }
        }
    }

    private func finding(
        _ stronger: PlacedRequirement,
        _ weaker: PlacedRequirement
    ) -> LintFinding {
        let needsBoth = stronger.role == .all || stronger.role == .policy && stronger.isWanted
        let (idle, other) = needsBoth ? (weaker, stronger) : (stronger, weaker)
        let relation = needsBoth ? "wherever" : "only where"
        return Self.finding(
            at: idle.syntax.location,
            "\(idle.title) holds \(relation) \(other.title) at line "
                + "\(other.syntax.location.line) does, and adds nothing to it",
            help: "remove it"
        )
    }

    private struct Key: Hashable {
        let list: Int
        let capability: AnyHashable
    }
}

extension PlacedRequirement.Role {
    fileprivate var isListed: Bool {
        switch self {
        case .policy, .all, .any: true
        case .not, .condition: false
        }
    }
}
