import Policies
import PolicyLanguage

/// Finds requirements that hold on every host: required although every host grants them, or forbidden although no host
/// grants them. Such a requirement has no effect, and makes an `any` around it ineffective too.
struct AlwaysHolds: LintRule {
    static let id = "always-holds"
    static let severity = LintFinding.Severity.warning
    static let summary = "a requirement holds on every host"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard let certainty = Certainty(placed), certainty.isGranted == placed.isWanted else {
                return nil
            }
            let answer = certainty.isGranted ? "is granted to every user" : "is granted to no user"
            return Self.finding(
                at: placed.syntax.location,
                "\(placed.title) \(answer), so this checks nothing: \(certainty.because)",
                help: "remove it, or correct it"
            )
        }
    }
}
