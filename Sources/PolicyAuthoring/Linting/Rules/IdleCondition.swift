import Policies
import PolicyLanguage

/// Finds a `when` that asks what the requirement asks: it then says nothing, or can only fail.
struct IdleCondition: LintRule {
    static let id = "idle-condition"
    static let severity = LintFinding.Severity.error
    static let summary = "a `when` asks what its requirement asks"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard let condition = placed.part.when.first?.meaning else { return nil }
            let meaning = placed.part.unconditionalMeaning
            let isSame = condition == meaning
            guard isSame || condition == .not(meaning) || .not(condition) == meaning else {
                return nil
            }
            let effect =
                isSame == placed.isWanted
                ? "applies only where it holds, and so says nothing"
                : "applies only where it does not hold, and so always fails"
            return Self.finding(
                at: placed.syntax.location,
                "\(placed.title) \(effect)",
                help: "remove the `when`, or correct it"
            )
        }
    }
}
