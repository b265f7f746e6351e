import PolicyLanguage
public import Procedures
import Capabilities

/// The condition that keeps a procedure from starting until a policy holds: the same file that
/// `warrant check` reads.
public struct Satisfies: Condition {
    private let policy: Policy

    public init(_ policy: Policy) { self.policy = policy }

    public var name: String { "policy \(policy.name)" }

    public func evaluate(in context: ConditionContext) async -> ConditionResult {
        let report = await policy.check()
        switch report.outcome {
        case .holds: return .satisfied
        case .fails:
            return .refused(report.reasons(for: .fails) + report.reasons(for: .undetermined))
        case .undetermined, .notApplicable:
            let reasons = report.reasons(for: .undetermined)
            let nothing = Reason(
                "nothing-applies",
                policy.name,
                "has no requirement that applies here"
            )
            return .undetermined(reasons.isEmpty ? [nothing] : reasons)
        }
    }
}

extension PolicyReport {
    /// The reasons of all requirements that ended so; advice does not count.
    fileprivate func reasons(for outcome: Outcome) -> [Reason] {
        findings.filter { $0.outcome == outcome && $0.severity == .failure }.flatMap { finding in
            guard finding.rule == .forbid, finding.part.verdict.isAuthorized else {
                return finding.part.verdict.reasons
            }
            return [Reason("forbidden", finding.part.title, "is authorized, and must not be")]
        }
    }
}
