import PolicyLanguage

/// Finds a `severity` on a part of a requirement, where it has no effect.
struct NestedSeverity: LintRule {
    static let id = "nested-severity"
    static let severity = LintFinding.Severity.error
    static let summary = "a part of a requirement has a severity, which has no effect"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard placed.role != .policy, placed.syntax.severity == .advice else { return nil }
            return Self.finding(
                at: placed.syntax.location,
                "\(placed.title) is advice, but `severity` has no effect on a part",
                help: "write `severity` at the requirement that it is a part of"
            )
        }
    }
}
