public import Capabilities
import PolicyLanguage
public import Procedures

/// The condition that keeps a procedure from starting until a policy holds: the same file that
/// `warrant check` reads.
///
/// It looks at every requirement, and once more where the procedure had to wait for its exclusion.
///
/// ```swift
/// let serve = Procedure("serve") { try await server.run() }
///     .condition(Satisfies(try Policy(path: "web.yaml"), while: .executing))
/// ```
///
/// With `.executing`, the work is cancelled as soon as the policy does not hold any more, has no answer, or
/// nothing reports the changes of one of its requirements. The gate is closed if a requirement may change
/// unnoticed, as a `connect` may, see `StatusUpdates.unreported`. Advice is not watched.
///
/// With `asking: .once` it asks for what is required and not found, in the order written; never for what is
/// forbidden, what stands under `not` or `when`, or advice.
public struct Satisfies: Condition {
    private let policy: Policy
    private let period: AuthorizationPeriod
    private let asking: Asking
    private let limit: Duration
    /// The policy with what was given for this attempt; nil where nothing is ever asked for.
    private let answered: AttemptMemory<Policy>?

    /// - Parameters:
    ///   - period: For how long it must hold. Under `Not` only the start counts.
    ///   - asking: How often to ask for each requirement that a look did not find.
    ///   - limit: How long the look at a requirement may take that does not say `within:`.
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
        // Each request has the time that the procedure gives it.
        let (report, asked) = await policy.check(
            within: limit,
            asking: asking,
            forUpTo: .seconds(Int64.max),
            in: context
        )
        if let asked { answered?.keep(asked, in: context) }
        return (report.verdict, report)
    }

    /// With what was given for this attempt.
    private func present(in context: ConditionContext) -> Policy {
        answered?.value(in: context) ?? policy
    }

    public func endings(in context: ConditionContext) -> Endings? {
        guard period == .executing else { return nil }
        return PolicyEnds(present(in: context), within: limit, context.patience)
    }
}

extension Policy {
    /// Looks, and asks where that is not enough and the context lets it.
    ///
    /// - Parameters:
    ///   - limit: How long the look at a requirement may take that does not say `within:`.
    ///   - remedy: How long each request may take.
    /// - Returns: The report of the last look, and the policy with what was given; nil where nothing was asked for.
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
    /// What it comes to, with the reasons of all requirements that close the gate.
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

    /// The reasons of all requirements that ended so; advice does not count.
    private func reasons(for outcome: Outcome) -> [Reason] {
        findings.filter { $0.outcome == outcome && $0.severity == .failure }.flatMap(\.reasons)
    }
}

extension PolicyReport.Finding {
    /// Why it holds, or does not.
    var reasons: [Reason] {
        guard rule == .forbid, part.verdict.isAuthorized else { return part.verdict.reasons }
        return [Reason(.forbidden, part.title, "is authorized, and must not be")]
    }
}
