import Policies
import PolicyLanguage

/// Finds forbidden requirements without a `because`.
///
/// The needs of a service can be seen in the service itself. A prohibition is a person's decision.
struct MissingBecause: LintRule {
    static let id = "missing-because"
    static let severity = LintFinding.Severity.warning
    static let summary = "something is forbidden without a reason"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard placed.role == .policy, placed.rule == .forbid, placed.syntax.because == nil
            else { return nil }
            return Self.finding(
                at: placed.syntax.location,
                "\(placed.title) is forbidden without a reason",
                help: "give the reason, which reports show: `because: …`"
            )
        }
    }
}
