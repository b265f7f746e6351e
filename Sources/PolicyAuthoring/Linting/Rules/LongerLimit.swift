import PolicyLanguage
import Text

/// Finds a part that may take longer than the group around it seems to allow. The nearest `within` counts.
struct LongerLimit: LintRule {
    static let id = "longer-limit"
    static let severity = LintFinding.Severity.warning
    static let summary = "a part may take longer than the `within` of its group"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard let own = placed.syntax.within, let outer = placed.outerLimit, own > outer else {
                return nil
            }
            return Self.finding(
                at: placed.syntax.location,
                "\(placed.title) may take \(own.inWords), longer than the \(outer.inWords) "
                    + "of the group that it is in",
                help: "shorten it, or give the group more"
            )
        }
    }
}
