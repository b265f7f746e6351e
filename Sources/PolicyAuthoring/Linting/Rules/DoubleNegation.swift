import Policies
import PolicyLanguage

/// Finds a `not` of a `not`.
///
/// The fix replaces both by their part: two negations give back each of the three answers. That is true of checks only.
/// Nothing below `not` is asked for, so the fix leaves requirements that can be asked for.
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
