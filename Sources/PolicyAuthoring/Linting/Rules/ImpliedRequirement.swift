package import Capabilities
import PolicyLanguage

/// Finds a list in which one requirement implies another.
///
/// If both are needed, the weaker has no effect. If one is enough, or none may be granted, the stronger has no effect.
/// A requirement that settles another has the same answer, or none. If both must have the answer, the other has no
/// effect. If one is enough, the settling one has none.
package struct ImpliedRequirement: LintRule {
    package static let id = "implied-requirement"
    package static let severity = LintFinding.Severity.warning
    package static let summary = "a requirement is part of another in its list"

    private let implied: @Sendable (any Capability) -> [any Capability]
    private let settled: @Sendable (any Capability) -> [any Capability]

    /// - Parameters:
    ///   - implied: Returns the capabilities that are authorized wherever a capability is. Where one of them is denied,
    ///     so is the capability.
    ///   - settled: Returns the capabilities that have the same answer wherever a capability has one.
    package init(
        implied: @escaping @Sendable (any Capability) -> [any Capability],
        settled: @escaping @Sendable (any Capability) -> [any Capability]
    ) {
        self.implied = implied
        self.settled = settled
    }

    package func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.flatMap { stronger -> [LintFinding] in
            guard stronger.role.isInList, stronger.syntax.when == nil,
                let capability = stronger.capability
            else { return [] }
            let index = policy.index
            let implied = implied(capability).compactMap { weaker -> LintFinding? in
                // For a file that does not exist, possibly only the stronger one asks whether it may be created.
                guard stronger.isWanted || capability.maker.isAlso(weaker.maker) else { return nil }
                return index.first(asking: weaker, in: stronger.list).map {
                    let needsBoth =
                        stronger.role == .all || stronger.role == .policy && stronger.isWanted
                    return finding(stronger, $0, isWeakerIdle: needsBoth)
                }
            }
            // A condition that is not known has another effect than one that does not hold.
            guard !stronger.isCondition else { return implied }
            return implied
                + settled(capability).compactMap { weaker in
                    index.first(asking: weaker, in: stronger.list).map {
                        let needsBoth =
                            stronger.role == .policy || (stronger.role == .all) == stronger.isWanted
                        return finding(stronger, $0, isWeakerIdle: needsBoth)
                    }
                }
        }
    }

    private func finding(
        _ stronger: PlacedRequirement,
        _ weaker: PlacedRequirement,
        isWeakerIdle: Bool
    ) -> LintFinding {
        let (idle, other) = isWeakerIdle ? (weaker, stronger) : (stronger, weaker)
        let relation = isWeakerIdle ? "wherever" : "only where"
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
