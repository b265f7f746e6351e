public import Procedures

/// The condition that keeps a procedure from starting until a capability is authorized.
///
/// It looks when its turn comes: after the procedure's dependencies, in the order written. Where that is
/// not enough it asks, but only while everything before it is satisfied, and never under `Not` or
/// `SilentCondition`; then it looks again. Procedures that ask for an equal capability at the same time
/// share one request and its answer. Where the procedure had to wait for its exclusion, it looks once
/// more before the work starts.
public struct AuthorizedFor<Subject: Capability>: Condition {
    private let asking: Asking<Subject>
    private let permit: PermitKey?

    /// - Parameter maximum: How often to ask; zero and less only look.
    public init(_ capability: Subject, askingAtMost maximum: Int = 1) {
        self.init(capability, askingAtMost: maximum, leaving: nil)
    }

    /// - Parameters:
    ///   - permit: Where the look is left that lets the work in.
    ///   - holds: Whether the work uses what was judged.
    init(
        _ capability: Subject,
        askingAtMost maximum: Int,
        leaving permit: PermitKey?,
        holding holds: Bool = true
    ) {
        asking = Asking(capability: capability, maximum: maximum, holds: holds && permit != nil)
        self.permit = permit
    }

    public var name: String { asking.capability.name }
    public var asks: Bool { asking.maximum > 0 }
    public var looksAgain: Bool { true }

    public func evaluate(in context: ConditionContext) async -> ConditionResult {
        let found = await asking.found(in: context)
        if let permit, let look = found.look { context.keep(look, for: permit) }
        return found.verdict.conditionResult
    }
}
