import Policies
import PolicyLanguage

/// Finds a `not` of a `not`.
///
/// Its fix writes what is in them in their place: twice turned, each of the three answers is itself. That is
/// true of looking alone, so that what can be asked for is left: it never is under `not`.
struct DoubleNegation: LintRule {
    static let id = "double-negation"
    static let severity = LintFinding.Severity.warning
    static let summary = "a `not` stands in a `not`"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard case .not(let inner) = placed.syntax.kind, case .not(let part) = inner.kind,
                case .not(let outer) = placed.part.kind, case .not(let bound) = outer.kind
            else { return nil }
            let isPlain = inner.isBare && inner.when == nil && !bound.canBeAskedFor
            return Self.finding(
                at: placed.syntax.location,
                "a `not` within a `not` cancels it",
                help: "replace both with the requirement inside them",
                fix: isPlain
                    ? Unwrapping(policy.text).edits(replacing: placed.syntax, by: part) : []
            )
        }
    }
}
