import Policies
import PolicyLanguage

/// Finds what no host can grant and is required, or every host grants and is forbidden.
struct NeverHolds: LintRule {
    static let id = "never-holds"
    static let severity = LintFinding.Severity.error
    static let summary = "a requirement holds on no host"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard let certainty = Certainty(placed), certainty.isGranted != placed.isWanted else {
                return nil
            }
            let answer = certainty.isGranted ? "is granted to every user" : "is granted to no user"
            return Self.finding(
                at: placed.syntax.location,
                "\(placed.title) \(answer), so this requirement never holds: \(certainty.because)",
                help: "correct it"
            )
        }
    }
}
