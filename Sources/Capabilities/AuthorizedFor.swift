public import Procedures

/// The condition that keeps a procedure from starting until a capability is authorized.
///
/// It looks when its turn comes: after the procedure's dependencies, in the order written. Where that is
/// not enough it asks, but only while everything before it is satisfied, and never under `Not` or
/// `SilentCondition`; then it looks again. Procedures that ask for an equal capability at the same time
/// share one request and its answer. Where the procedure had to wait for its exclusion, it looks once
/// more before the work starts; what was given for this once, to this attempt, is not asked for again: it
/// stands while that look says what it said when it was given.
///
/// ```swift
/// let serve = Procedure("serve") { try await server.run() }
///     .condition(AuthorizedFor(FileAccess(.read, "/srv/key"), while: .executing))
/// ```
///
/// The work is then cancelled as soon as the capability is no longer authorized, has no answer, or nothing
/// tells of its changes any more; the outcome says which, by `Cancellation.Cause.ended`. Nothing is polled.
public struct AuthorizedFor<Subject: Capability>: Condition {
    /// For how long it must be authorized.
    public enum Period: Hashable, Sendable {
        /// Until the work starts.
        case starting
        /// Until the work has ended. Closed for a capability of which something may change untold, see
        /// ``StatusUpdates/untold``.
        case executing
    }

    private let asking: Asking<Subject>
    private let period: Period
    private let permit: PermitKey?
    private let once = PermitKey()

    /// - Parameters:
    ///   - period: For how long it must be authorized. Under `Not` only the start counts.
    ///   - maximum: How often to ask; zero and less only look. What ends while the work executes is not
    ///     asked for again.
    public init(
        _ capability: Subject,
        while period: Period = .starting,
        askingAtMost maximum: Int = 1
    ) {
        self.init(capability, while: period, askingAtMost: maximum, leaving: nil)
    }

    /// - Parameters:
    ///   - permit: Where the look is left that lets the work in.
    ///   - holds: Whether the work uses what was judged.
    init(
        _ capability: Subject,
        while period: Period = .starting,
        askingAtMost maximum: Int,
        leaving permit: PermitKey?,
        holding holds: Bool = true
    ) {
        asking = Asking(capability: capability, maximum: maximum, holds: holds && permit != nil)
        self.period = period
        self.permit = permit
    }

    public var name: String { asking.capability.name }
    public var asks: Bool { asking.maximum > 0 }
    public var looksAgain: Bool { true }

    public func evaluate(in context: ConditionContext) async -> ConditionResult {
        if period == .executing, let untold = asking.capability.updates.untold {
            return .undetermined([untold])
        }
        let found = await asking.found(in: context)
        let verdict = verdict(of: found, in: context)
        asking.capability.log(verdict, of: context.procedure, to: context.logger)
        if let permit, let look = found.look { context.keep(look, for: permit) }
        return verdict.conditionResult
    }

    /// A yes that was given for this once still stands after a wait, in which its attempt did not use it, and
    /// while the work executes; but only while a look says what it said beside that yes.
    private func verdict(of found: Found<Subject.Status>, in context: ConditionContext) -> Verdict {
        if let otherwise = found.otherwise {
            context.keep(GivenOnce(verdict: found.verdict, otherwise: otherwise), for: once)
        }
        guard context.isAgain, let given = context.kept(for: once) as? GivenOnce,
            given.otherwise == found.verdict
        else { return found.verdict }
        return given.verdict
    }

    public func endings(in context: ConditionContext) -> Endings? {
        guard period == .executing else { return nil }
        let given = context.kept(for: once) as? GivenOnce
        return AuthorizationEnds(capability: asking.capability, otherwise: given?.otherwise)
    }
}

/// A yes for one attempt, and what looks say for all that.
private struct GivenOnce: Sendable {
    let verdict: Verdict
    let otherwise: Verdict
}
