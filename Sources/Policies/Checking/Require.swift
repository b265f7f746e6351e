public import Capabilities
import Procedures

/// Returns only if every one of these policies holds: the same files that `warrant check` reads.
///
/// ```swift
/// let policy = try Policy(path: "/etc/shop/shop.yaml")
/// try await require(policy)
/// ```
///
/// They are looked at, and asked for, in the order written. After one that does not hold the others are looked at too,
/// so that the refusal lists all, but nothing is asked for. Put last what prompts a person: the policies before it are
/// not looked at again.
///
/// - Parameters:
///   - options: Its time for a look is that of a requirement which does not say `within:`, its time for asking that of
///     one requirement.
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
