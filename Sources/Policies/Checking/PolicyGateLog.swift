import Capabilities
import Logging
import PolicyLanguage
import Procedures

/// Logs the decisions of a gate that a policy guards: one record for the policy, and one for each requirement that
/// closed the gate.
struct PolicyGateLog: Sendable {
    private let policy: Policy
    private let log: GateLog
    private let requirements: GateLog

    init(_ policy: Policy, in context: ConditionContext) {
        self.init(policy, procedure: context.procedure, logger: context.logger)
    }

    init(_ policy: Policy, procedure: String, logger: Logger) {
        self.policy = policy
        log = GateLog(procedure: procedure, logger: logger)
        requirements = GateLog(procedure: procedure, logger: logger, policy: policy.name)
    }

    /// - Parameter report: nil if no requirement was fully checked.
    func record(_ verdict: Verdict, _ report: PolicyReport? = nil) {
        let subject = policy.subject ?? "this process"
        log.record(verdict, on: "policy \(policy.name)", subject: subject)
        guard !verdict.isAuthorized, let report else { return }
        for finding in report.findings where finding.isAgainst {
            requirements.record(
                finding.decision,
                on: finding.rule == .forbid ? "forbid \(finding.part.title)" : finding.part.title,
                subject: finding.part.subject ?? finding.subject ?? subject
            )
        }
    }
}

extension PolicyReport.Finding {
    fileprivate var isAgainst: Bool {
        severity == .failure && (outcome == .fails || outcome == .undetermined)
    }

    fileprivate var decision: Verdict {
        outcome == .fails ? .denied(reasons) : .undetermined(reasons)
    }
}
