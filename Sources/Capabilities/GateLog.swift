package import Logging
import Procedures
import Text

extension Capability {
    /// Logs a decision of a gate with its reasons.
    func log(_ verdict: Verdict, of procedure: String, to logger: Logger) {
        let log = GateLog(procedure: procedure, logger: logger)
        log.record(verdict, on: name, subject: subjectName)
    }

    func log(_ verdict: Verdict, in context: ConditionContext) {
        log(verdict, of: context.procedure, to: context.logger)
    }
}

/// Logs the decisions of a gate: a yes as `info`, every other verdict as `notice`.
package struct GateLog: Sendable {
    private let procedure: String
    private let logger: Logger
    /// The name of the policy, for a requirement of one.
    private let policy: String?

    package init(procedure: String, logger: Logger, policy: String? = nil) {
        self.procedure = procedure
        self.logger = logger
        self.policy = policy
    }

    /// Records a decision. The metadata has `capability`, `verdict`, `subject`, `procedure`, `reason`, and `policy` for
    /// a requirement of a policy. If the verdict rests on assumptions, `assumes` has their codes.
    ///
    /// - Parameter capability: The name of the capability or policy that was decided on.
    package func record(_ verdict: Verdict, on capability: String, subject: String) {
        var metadata: Logger.Metadata = [
            "capability": "\(capability.onOneLine)",
            "verdict": "\(verdict.answer)",
            "subject": "\(subject.onOneLine)",
            "procedure": "\(procedure.onOneLine)",
            "reason": "\(verdict.reasonsOnOneLine)",
        ]
        if let policy { metadata["policy"] = "\(policy.onOneLine)" }
        let assumed = verdict.assumes.map(\.code.rawValue)
        if !assumed.isEmpty { metadata["assumes"] = "\(assumed.joined(separator: ", ").onOneLine)" }
        logger.log(
            level: verdict.isAuthorized ? .info : .notice,
            "\(verdict.answer): \(capability.onOneLine)",
            metadata: metadata
        )
    }
}

extension Verdict {
    fileprivate var reasonsOnOneLine: String {
        reasons.map { "\($0.object) \($0.message)".onOneLine }.joined(separator: "; ")
    }
}
