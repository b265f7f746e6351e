import PolicyLanguage

/// Finds policies of which perhaps nothing applies: what counts has a `when`, all of it.
struct OnlyConditional: LintRule {
    static let id = "only-conditional"
    static let severity = LintFinding.Severity.warning
    static let summary = "everything in a policy has a `when`, so that perhaps nothing applies"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        let counted = policy.policy.requirements.map(\.syntax).filter { $0.severity == .failure }
        guard let first = counted.first, counted.allSatisfy({ $0.when != nil }) else { return [] }
        return [
            Self.finding(
                at: first.location,
                "all that counts here has a `when`; where none holds, the policy has no answer",
                help: "require something of every host"
            )
        ]
    }
}
