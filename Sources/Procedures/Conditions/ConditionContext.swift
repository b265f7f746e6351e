public import Logging

/// What a condition may know of the procedure that it guards, and do.
public struct ConditionContext: Sendable {
    /// The name of the guarded procedure.
    public var procedure: String { execution?.identity.name ?? name }

    /// Whether the condition may ask for what is missing, which can prompt a person or start a unit.
    ///
    /// True only while everything before it is satisfied, and never under `Not` or `SilentCondition`.
    public internal(set) var mayAsk: Bool

    /// Whether it was looked at before, and others may have been inside its exclusion since then.
    package internal(set) var isAgain = false

    /// Where there is no execution.
    private let name: String
    private let execution: Execution?
    /// Of the worker by which the condition is looked at.
    var shift = 0
    /// Which condition of the procedure it is.
    var index = 0
    /// While the work executes.
    private var redecision: Redecision?

    /// A context of no procedure: in a test, or where one call is guarded without a queue.
    public init(procedure: String, mayAsk: Bool = false) {
        name = procedure
        execution = nil
        self.mayAsk = mayAsk
    }

    init(execution: Execution) {
        name = ""
        self.execution = execution
        mayAsk = false
    }

    /// Where the queue was given no logger, what is logged goes nowhere.
    public var logger: Logger { execution?.logger ?? .silent }

    /// How what the procedure depends on directly has ended, in the order written; what conditions
    /// produce is not among it.
    public var dependencies: [DependencyOutcome] { execution?.turn.dependencies ?? [] }

    /// The same, for a part that must not ask.
    public func onlyLooking() -> Self { asking(if: false) }

    /// The same, for a part that may ask where this may and `isOpen` holds.
    func asking(if isOpen: Bool) -> Self {
        var context = self
        context.mayAsk = mayAsk && isOpen
        return context
    }

    /// Asks: for as long as ``Deadlines/remedies`` allows, each time anew, and in no slot of the queue.
    /// The time of the condition begins anew after it.
    public func remedying<Value>(_ ask: () async throws -> Value) async rethrows -> Value {
        guard let execution else { return try await ask() }
        execution.beginRemedying(shift)
        let lender = execution.lendSlot()
        do {
            let value = try await ask()
            await execution.reclaimSlot(lender)
            execution.endRemedying(shift)
            return value
        } catch {
            await execution.reclaimSlot(lender)
            execution.endRemedying(shift)
            throw error
        }
    }

    /// Whether a condition holds while the work executes; without an answer in time it does not.
    func stillHolds(_ condition: any Condition) async -> Bool {
        let redecision = Redecision()
        var context = onlyLooking()
        context.redecision = redecision
        let limit = execution?.limit(of: index) ?? Deadlines().condition
        do throws(NoAnswer) {
            return try await patience.answer(within: limit) { [context] in
                await condition.evaluate(in: context) == .satisfied
            }
        } catch {
            // Where the work has ended, there is nothing to decide any more.
            if error != .cancelled { redecision.end(without: error.reason(of: condition.name)) }
            return false
        }
    }

    /// For what the condition waits for.
    package var patience: Patience { execution?.core.patience ?? .ofProcess }

    /// Whether ``logger`` logs anything.
    package var isLogged: Bool { execution?.core.logger != nil }

    /// Begins a decision, which is made without the condition if its time is up first.
    package func begin(_ decision: Undecided) {
        if let redecision { return redecision.begin(decision) }
        execution?.begin(decision, shift)
    }

    /// Keeps the reasons of a look, before it is asked, unless the decision has some already.
    package func note(_ reasons: [Reason]) { execution?.note(reasons, shift) }

    /// Ends the decision.
    ///
    /// - Returns: Whether it is the condition's; false where its time was up, and it was made already.
    package func endDeciding() -> Bool {
        redecision?.end() ?? execution?.endDeciding(shift) ?? true
    }

    /// Leaves something for the work: the last look that said yes counts. It is let go with the attempt.
    package func keep(_ value: any Sendable, for key: PermitKey) {
        execution?.keep(value, for: key, shift)
    }

    /// What was left in this attempt, and not taken by the work.
    package func kept(for key: PermitKey) -> (any Sendable)? { execution?.kept(for: key) }
}
