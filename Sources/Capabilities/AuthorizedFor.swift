public import Procedures

/// The period for which a capability, or a policy, must be authorized.
public enum AuthorizationPeriod: Hashable, Sendable {
    /// Until the work starts.
    case starting
    /// Until the work and everything that it started have ended. The gate is closed if a change may go unnoticed, see
    /// ``StatusUpdates/unreported``.
    case executing
}

/// The condition that keeps a procedure from starting until a capability is authorized.
///
/// It looks when its turn comes: after the procedure's dependencies, in the order written. Looking changes nothing. If
/// other procedures may have been inside the procedure's exclusion meanwhile, it looks once more before the work
/// starts.
///
/// ```swift
/// let serve = Procedure("serve") { try await server.run() }
///     .condition(AuthorizedFor(FileAccess(.read, "/srv/key"), while: .executing))
/// ```
///
/// With `.executing`, the work is cancelled as soon as the capability is no longer authorized, has no answer, or
/// nothing announces its changes any more. The outcome states which, by `Cancellation.Cause.ended`. Nothing is polled.
///
/// With `asking: .once` it asks if the look is not enough, then looks again. It asks only while everything before it is
/// satisfied, and never under `Not` or `SilentCondition`. Procedures that ask for an equal capability at the same time
/// share one request and its answer. After an unsuccessful request it refuses with the reasons of the look, then those
/// of the request. A one-time yes, given to this attempt, is not asked for again after a wait. It stands while looks
/// give the same answer as when it was given.
public struct AuthorizedFor<Subject: Capability>: Condition {
    typealias Admit = @Sendable (Look<Subject>, ConditionContext) -> Void

    private let asker: Asker<Subject>
    private let period: AuthorizationPeriod
    /// Admits the work with the authorized look.
    private let admit: Admit?
    /// The one-time yes; nil if it never asks, and so never gets one.
    private let once: AttemptMemory<GivenOnce>?

    /// - Parameters:
    ///   - period: The period for which it must be authorized. Under `Not` only the start counts.
    ///   - asking: How often to ask if the look is not enough. An authorization that ends while the work executes is
    ///     not asked for again.
    ///   - limit: The longest time for each look; with zero or less it has no answer. The time of the whole condition
    ///     is `Deadlines.condition`.
    public init(
        _ capability: Subject,
        while period: AuthorizationPeriod = .starting,
        asking: Asking = .never,
        within limit: Duration = Deadlines.look
    ) {
        let asker = Asker(capability: capability, asking: asking, limit: limit, holds: false)
        self.init(asker, while: period, admitting: nil)
    }

    /// - Parameter admit: Admits the work with the authorized look that the condition makes.
    init(
        _ asker: Asker<Subject>,
        while period: AuthorizationPeriod = .starting,
        admitting admit: Admit?
    ) {
        self.asker = asker
        self.period = period
        self.admit = admit
        once = asker.asking.maximum > 0 ? AttemptMemory() : nil
    }

    public var name: String { asker.capability.name }
    public var asks: Bool { asker.asking.maximum > 0 }
    public var looksAgain: Bool { true }

    public func evaluate(in context: ConditionContext) async -> ConditionResult {
        let capability = asker.capability
        if context.isLogged {
            context.begin(Undecided { logUndetermined($0, in: context) })
        }
        let verdict = await verdict(in: context)
        if context.endDeciding() { capability.log(verdict, in: context) }
        return verdict.conditionResult
    }

    private func verdict(in context: ConditionContext) async -> Verdict {
        if period == .executing, let unreported = asker.capability.updates.unreported {
            return .undetermined([unreported])
        }
        let found = await asker.found(in: context)
        if let look = found.look { admit?(look, context) }
        return verdict(of: found, in: context)
    }

    /// Returns the verdict, which may be an earlier one-time yes. That yes still stands after a wait, in which its
    /// attempt did not use it, and while the work executes. It stands only while a look gives the same answer as when
    /// it was given.
    private func verdict(of found: Found<Subject>, in context: ConditionContext) -> Verdict {
        if let otherwise = found.otherwise, found.verdict.isAuthorized {
            once?.keep(GivenOnce(verdict: found.verdict, otherwise: otherwise), in: context)
        }
        guard context.isAgain, let given = once?.value(in: context),
            given.otherwise == found.verdict
        else { return found.verdict }
        return given.verdict
    }

    public func endings(in context: ConditionContext) -> Endings? {
        guard period == .executing else { return nil }
        return AuthorizationEnds(
            capability: asker.capability,
            updates: asker.capability.updates.within(asker.limit, context.patience),
            otherwise: once?.value(in: context)?.otherwise
        )
    }
}

extension AuthorizedFor: DecidingCondition {
    package func logUndetermined(_ reasons: [Reason], in context: ConditionContext) {
        asker.capability.log(.undetermined(reasons), in: context)
    }
}

/// A yes for one attempt, and the answer of looks beside it.
private struct GivenOnce: Sendable {
    let verdict: Verdict
    let otherwise: Verdict
}
