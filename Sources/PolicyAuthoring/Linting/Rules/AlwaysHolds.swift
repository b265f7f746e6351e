import Policies
import PolicyLanguage

/// Finds what every host grants and is required, or nobody is granted and is forbidden: it says nothing,
/// and makes an `any` that it is a part of say nothing either.
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
