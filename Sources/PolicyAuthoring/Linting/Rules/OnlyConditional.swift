import Policies
import PolicyLanguage

/// Finds policies in which every requirement that counts has a `when`. Possibly none of them applies.
struct OnlyConditional: LintRule {
    static let id = "only-conditional"
    static let severity = LintFinding.Severity.warning
    static let summary = "everything in a policy has a `when`, so that perhaps nothing applies"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        guard let all = policy.whole?.policy.requirements else { return [] }
        // The filter is lazy: for a long policy, a copy would take a fifth of all memory.
        let counted = all.lazy.map(\.part).filter { $0.severity == .failure }
        guard !counted.isEmpty, counted.allSatisfy({ !$0.when.isEmpty }) else { return [] }
        let own = policy.policy.requirements.first { $0.part.severity == .failure }
        return [
            Self.finding(
                at: own?.location ?? policy.start,
                "every requirement that is not advice has a `when`; if none holds, the result is not known",
                help: "require something of every host"
            )
        ]
    }
}
