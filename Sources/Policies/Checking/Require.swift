public import Capabilities
import Procedures

/// Returns only if every one of these policies holds. `warrant check` reads the same files.
///
/// ```swift
/// let policy = try Policy(path: "/etc/shop/shop.yaml")
/// try await require(policy)
/// ```
///
/// The policies are checked, and asked for, in the order written. After one that does not hold, the others are still
/// checked, so that the refusal lists all, but nothing more is asked for. Put policies that prompt a person last:
/// earlier policies are not checked again.
///
/// - Parameters:
///   - options: `lookLimit` is the time limit of a requirement without `within:`. The time for asking applies to each
///     requirement.
///   - name: The name of the work in a refusal and in the log. The default is the calling function.
/// - Throws: ``/Procedures/Refusal`` with a finding for each policy, unless all hold; `CancellationError` when the task
///   is cancelled.
public func require(
    _ first: Policy,
    _ others: Policy...,
    options: GateOptions = GateOptions(),
    named name: String = #function
) async throws {
    var findings: [Refusal.Finding] = []
    var isOpen = true
    for policy in [first] + others {
        let (report, _) = await policy.check(
            within: options.lookLimit,
            asking: isOpen ? options.asking : .never,
            forUpTo: options.askLimit,
            in: ConditionContext(procedure: name, mayAsk: true)
        )
        try Task.checkCancellation()
        let verdict = report.verdict
        if let logger = options.logger {
            PolicyGateLog(policy, procedure: name, logger: logger).record(verdict, report)
        }
        findings.append(Refusal.Finding("policy \(policy.name)", verdict.conditionResult))
        isOpen = isOpen && verdict.isAuthorized
    }
    guard isOpen else {
        throw Refusal(procedure: name, phase: .conditions, findings: findings)
    }
}
