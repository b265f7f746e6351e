import Policies
import PolicyLanguage

/// Finds a group that contains both a requirement and its `not`.
struct OppositeParts: LintRule {
    static let id = "opposite-parts"
    static let severity = LintFinding.Severity.error
    static let summary = "a group contains a requirement and its `not`"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard placed.role == .all || placed.role == .any, placed.syntax.when == nil,
                case .not(let part) = placed.part.kind,
                let opposite = policy.index.meaning(of: part.meaning),
                policy.index.first(opposite, in: placed.list) != nil,
                placed.isCondition || !part.countsCreation
                    || (placed.role == .all) == placed.isWanted
            else { return nil }
            let effect =
                placed.role == .any
                ? "one of them holds whenever the answer is known" : "they never hold together"
            return Self.finding(
                at: placed.syntax.location,
                "\(placed.title) and its opposite are both in `\(placed.role)`, so \(effect)",
                help: "remove one, or correct it"
            )
        }
    }
}
