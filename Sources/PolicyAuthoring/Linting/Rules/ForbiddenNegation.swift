import Policies
import PolicyLanguage

/// Finds a `not` under `forbid`, which amounts to `require`.
struct ForbiddenNegation: LintRule {
    static let id = "forbidden-negation"
    static let severity = LintFinding.Severity.warning
    static let summary = "a `forbid` of a `not` means to require its part"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard placed.role == .policy, placed.rule == .forbid, case .not = placed.syntax.kind
            else { return nil }
            return Self.finding(
                at: placed.syntax.location,
                "to forbid \(placed.title) means to require it without the `not`",
                help: "write it so under `require`"
            )
        }
    }
}
