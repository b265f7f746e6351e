import Policies
import PolicyLanguage

/// Finds a `when` that asks the same as its requirement. The requirement then has no effect, or can only fail.
struct IdleCondition: LintRule {
    static let id = "idle-condition"
    static let severity = LintFinding.Severity.error
    static let summary = "a `when` repeats its requirement"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard let condition = placed.part.when.first?.meaning,
                placed.isAskedLiterally || !placed.part.countsCreation
            else { return nil }
            let meaning = placed.part.unconditionalMeaning
            let isSame = condition == meaning
            guard isSame || condition == .not(meaning) || .not(condition) == meaning else {
                return nil
            }
            let effect =
                isSame == placed.isWanted
                ? "applies only if it holds, so it checks nothing"
                : "applies only if it does not hold, so it always fails"
            return Self.finding(
                at: placed.syntax.location,
                "\(placed.title) \(effect)",
                help: "remove the `when`, or correct it"
            )
        }
    }
}

extension PlacedRequirement {
    /// True if the requirement means the same as its question below `when`.
    fileprivate var isAskedLiterally: Bool {
        if case .question = part.kind { isWanted || isCondition } else { isCondition }
    }
}
