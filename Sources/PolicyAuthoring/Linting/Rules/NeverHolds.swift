import Policies
import PolicyLanguage

/// Finds requirements that hold on no host: required although no host can grant them, or forbidden although every host
/// grants them.
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
