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
    let execution: Execution?
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
    public var logger: Logger { execution?.log?.logger ?? .silent }

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
        setTime(.remedies, execution.limits.remedies, of: execution)
        let loan = SlotLoan(of: execution)
        do {
            let value = try await ask()
            await endRemedying(loan, of: execution)
            return value
        } catch {
            await endRemedying(loan, of: execution)
            throw error
        }
    }

    private func endRemedying(_ loan: SlotLoan, of execution: Execution) async {
        await loan.reclaim()
        let index = execution.state.withLock { $0.look.next }
        guard index < execution.steps.conditions.count else { return }
        setTime(.conditions, execution.conditions.limit(of: index), of: execution)
    }

    private func setTime(_ phase: Phase, _ limit: Duration, of execution: Execution) {
        let time = Nanoseconds(clamping: limit).after(execution.core.now)
        let deadline = min(time, execution.turn.overall)
        let isOurs = execution.state.withLock { state in
            guard state.shift == shift, state.look.isLooking else { return false }
            state.phase = phase
            state.deadline = deadline
            return true
        }
        if isOurs { execution.core.note(deadline) }
    }

    /// Whether a condition holds while the work executes; without an answer in time it does not.
    func stillHolds(_ condition: any Condition) async -> Bool {
        let redecision = Redecision()
        var context = onlyLooking()
        context.redecision = redecision
        let limit = execution?.conditions.limit(of: index) ?? Deadlines().condition
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

    // MARK: For conditions that log what they decide

    // A condition that was left behind has no say any more: its shift is over.

    /// Begins a decision, which is made without the condition if its time is up first.
    package func begin(_ decision: Undecided) {
        if let redecision { return redecision.begin(decision) }
        execution?.state.withLock { state in
            if state.shift == shift { state.rest.undecided = decision }
        }
    }

    /// Keeps the reasons of a look, before it is asked, unless the decision has some already.
    package func note(_ reasons: [Reason]) {
        execution?.state.withLock { state in
            guard state.shift == shift else { return }
            var decision = state.rest.undecided ?? Undecided { _ in }
            if decision.reasons.isEmpty { decision.reasons = reasons }
            state.rest.undecided = decision
        }
    }

    /// Ends the decision.
    ///
    /// - Returns: Whether it is the condition's; false where its time was up, and it was made already.
    package func endDeciding() -> Bool {
        if let redecision { return redecision.end() }
        guard let execution else { return true }
        return execution.state.withLock { state in
            guard state.shift == shift else { return false }
            if state.hasRest { state.rest.undecided = nil }
            return true
        }
    }
}
