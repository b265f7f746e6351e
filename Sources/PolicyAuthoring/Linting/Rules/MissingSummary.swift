import PolicyLanguage

/// Finds policies without a `summary`, the first line of a report.
struct MissingSummary: LintRule {
    static let id = "missing-summary"
    static let severity = LintFinding.Severity.warning
    static let summary = "a policy says nothing of what it promises"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        guard policy.syntax.summary.isEmpty else { return [] }
        return [
            Self.finding(
                at: policy.syntax.location,
                "the policy \(policy.syntax.name.quoted) has no summary",
                help: "write what it promises, in a line: `summary: …`"
            )
        ]
    }
}
