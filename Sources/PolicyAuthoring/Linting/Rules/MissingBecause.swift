import Policies
import PolicyLanguage

/// Finds what is forbidden without a `because`.
///
/// What a service needs can be seen from the service; what it must not have is somebody's decision.
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
                help: "tell the reader of a report why: `because: …`"
            )
        }
    }
}
