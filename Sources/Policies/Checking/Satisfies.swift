public import Capabilities
import PolicyLanguage
public import Procedures

/// A condition that lets a procedure start only if a policy holds. `warrant check` reads the same file.
///
/// The condition checks every requirement, and checks again if the procedure had to wait for its exclusion.
///
/// ```swift
/// let serve = Procedure("serve") { try await server.run() }
///     .condition(Satisfies(try Policy(path: "web.yaml"), while: .executing))
/// ```
///
/// With `.executing`, the work is cancelled as soon as the policy no longer holds, has no answer, or loses the updates
/// for one of its requirements. The gate stays closed if a requirement may change unnoticed, as a `connect` may; see
/// `StatusUpdates.unreported`. Advice is not watched.
///
/// With `asking: .once`, the condition asks for missing requirements in the order written. It never asks for
/// requirements below `forbid`, `not` or `when`, or for advice.
public struct Satisfies: Condition {
    private let policy: Policy
    private let period: AuthorizationPeriod
    private let asking: Asking
    private let limit: Duration
    /// The policy with the approvals of this attempt; nil if nothing is ever asked for.
    private let answered: AttemptMemory<Policy>?

    /// - Parameters:
    ///   - period: The period in which the policy must hold. Under `Not` only the start counts.
    ///   - asking: The number of requests for each missing requirement.
    ///   - limit: The time limit of the check of a requirement without `within:`.
    public init(
        _ policy: Policy,
        while period: AuthorizationPeriod = .starting,
        asking: Asking = .never,
        within limit: Duration = Deadlines.look
    ) {
        self.policy = policy
        self.period = period
        self.asking = asking
        self.limit = limit
        answered = asking.maximum > 0 ? AttemptMemory() : nil
    }

    public var name: String { "policy \(policy.name)" }
    public var asks: Bool { asking.maximum > 0 }
    public var looksAgain: Bool { true }

    public func evaluate(in context: ConditionContext) async -> ConditionResult {
        let log = PolicyGateLog(policy, in: context)
        if context.isLogged { context.begin(Undecided { log.record(.undetermined($0)) }) }
        let (verdict, report) = await decision(in: context)
        if context.endDeciding() { log.record(verdict, report) }
        return verdict.conditionResult
    }

    private func decision(in context: ConditionContext) async -> (Verdict, PolicyReport?) {
        let policy = present(in: context)
        if period == .executing, let unreported = policy.unreported {
            return (.undetermined([unreported]), nil)
        }
        // Each request has as much time as the procedure allows.
        let (report, asked) = await policy.check(
            within: limit,
            asking: asking,
            forUpTo: .seconds(Int64.max),
            in: context
        )
        if let asked { answered?.keep(asked, in: context) }
        return (report.verdict, report)
    }

    /// Returns the policy with the approvals of this attempt.
    private func present(in context: ConditionContext) -> Policy {
        answered?.value(in: context) ?? policy
    }

    public func endings(in context: ConditionContext) -> Endings? {
        guard period == .executing else { return nil }
        return PolicyEnds(present(in: context), within: limit, context.patience)
    }
}

extension Policy {
    /// Checks the policy, and asks if it does not hold and the context permits asking.
    ///
    /// - Parameters:
    ///   - limit: The time limit of the check of a requirement without `within:`.
    ///   - remedy: The time limit of each request.
    /// - Returns: The report of the last check, and the policy with its approvals; nil if nothing was asked for.
    func check(
        within limit: Duration,
        asking: Asking,
        forUpTo remedy: Duration,
        in context: ConditionContext
    ) async -> (report: PolicyReport, asked: Policy?) {
        let report = await check(within: limit, context.patience)
        guard asking.maximum > 0, context.mayAsk, report.outcome != .holds else {
            return (report, nil)
        }
        context.note(report.verdict.reasons)
        let asking = PolicyAsking(asking, forUpTo: remedy, lookingFor: limit, in: context) { _ in }
        guard let asked = await asking.asked(self, after: report) else { return (report, nil) }
        return (await asked.check(within: limit, context.patience), asked)
    }
}

extension PolicyReport {
    /// The verdict on the policy, with the reasons of all requirements that close the gate.
    var verdict: Verdict {
        switch outcome {
        case .holds: return .authorized()
        case .fails: return .denied(reasons(for: .fails) + reasons(for: .undetermined))
        case .undetermined, .notApplicable:
            let reasons = reasons(for: .undetermined)
            let nothing = Reason(
                .nothingApplies,
                name,
                "has no requirement that applies here"
            )
            return .undetermined(reasons.isEmpty ? [nothing] : reasons)
        }
    }

    /// Returns the reasons of all requirements with this outcome. Advice does not count.
    private func reasons(for outcome: Outcome) -> [Reason] {
        findings.filter { $0.outcome == outcome && $0.severity == .failure }.flatMap(\.reasons)
    }
}

extension PolicyReport.Finding {
    /// The reasons why the requirement holds or does not hold.
    var reasons: [Reason] {
        guard rule == .forbid, part.verdict.isAuthorized else { return part.verdict.reasons }
        return [Reason(.forbidden, part.title, "is authorized, but forbidden")]
    }
}
