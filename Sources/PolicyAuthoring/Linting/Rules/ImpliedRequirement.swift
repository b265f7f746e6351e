package import Capabilities
import PolicyLanguage

/// Finds a list in which one requirement implies another.
///
/// If both are needed, the weaker has no effect. If one is enough, or none may be granted, the stronger has no effect.
package struct ImpliedRequirement: LintRule {
    package static let id = "implied-requirement"
    package static let severity = LintFinding.Severity.warning
    package static let summary = "a requirement is part of another in its list"

    private let implied: @Sendable (any Capability) -> [any Capability]

    /// - Parameter implied: Returns the capabilities that are authorized wherever a capability is.
    package init(implied: @escaping @Sendable (any Capability) -> [any Capability]) {
        self.implied = implied
    }

    package func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.flatMap { stronger in
            guard stronger.role.isInList, stronger.syntax.when == nil,
                let capability = stronger.capability
            else { return [LintFinding]() }
            return implied(capability).compactMap { weaker in
                // For a file that does not exist, possibly only the stronger one asks whether it may be created.
                guard stronger.isWanted || capability.maker.isAlso(weaker.maker) else { return nil }
                return policy.index.first(asking: weaker, in: stronger.list).map {
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
}

extension (any Capability)? {
    /// Returns whether this is nil or equal to another.
    fileprivate func isAlso(_ other: Self) -> Bool {
        map { AnyHashable($0) == other.map { AnyHashable($0) } } ?? true
    }
}
