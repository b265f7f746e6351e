import Policies
import PolicyLanguage

/// Finds policies in which every requirement is advice. Advice does not count, so their outcome is never known.
struct OnlyAdvice: LintRule {
    static let id = "only-advice"
    static let severity = LintFinding.Severity.error
    static let summary = "everything in a policy is advice, so that it never holds"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        guard let all = policy.whole?.policy.requirements, !all.isEmpty,
            all.allSatisfy({ $0.part.severity == .advice })
        else { return [] }
        return [
            Self.finding(
                at: policy.start,
                "everything here is advice, which changes no outcome, so that the policy never holds",
                help: "remove `severity: advice` from what must hold"
            )
        ]
    }
}
