public import Logging

/// The information and the actions that a condition has about the procedure that it guards.
public struct ConditionContext: Sendable {
    /// The name of the guarded procedure.
    public var procedure: String { execution?.identity.name ?? name }

    /// True if the condition may ask for something that is missing. Asking can prompt a person or start a unit.
    ///
    /// True only while every earlier condition is satisfied, and never under `Not` or `SilentCondition`.
    public internal(set) var mayAsk: Bool

    /// True if the condition was evaluated before, and others may have been inside its exclusion since then.
    package internal(set) var isAgain = false

    /// The name of the procedure if there is no execution.
    private let name: String
    let execution: Execution?
    /// The shift of the worker that evaluates the condition.
    var shift = 0
    /// The index of the condition in its procedure.
    var index = 0
    /// Set while the work executes.
    private var redecision: Redecision?

    /// Creates a context without a procedure, for a test or for one call that is guarded without a queue.
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

    /// The logger of the queue. If the queue has none, messages are discarded.
    public var logger: Logger { execution?.log?.logger ?? .silent }

    /// The outcomes of the procedure's direct dependencies, in the order written. Procedures that conditions produce
    /// are not included.
    public var dependencies: [DependencyOutcome] { execution?.turn.dependencies ?? [] }

    /// Returns this context for a part that must not ask.
    public func onlyLooking() -> Self { asking(if: false) }

    /// Returns this context for a part that may ask only if this context allows it and `isOpen` is true.
    func asking(if isOpen: Bool) -> Self {
        var context = self
        context.mayAsk = mayAsk && isOpen
        return context
    }

    /// Runs `ask` within the limit ``Deadlines/remedies``, which starts anew for each call, and without a slot of the
    /// queue. The limit of the condition starts anew afterwards.
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

    /// Returns whether a condition holds while the work executes. Without an answer in time it does not hold.
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
            // If the work has ended, there is nothing left to decide.
            if error != .cancelled { redecision.end(without: error.reason(of: condition.name)) }
            return false
        }
    }

    /// The clock and the count for the condition's own waits.
    package var patience: Patience { execution?.core.patience ?? .ofProcess }

    /// True if ``logger`` logs anything.
    package var isLogged: Bool { execution?.core.logger != nil }

    // MARK: For conditions that log their decisions

    // An abandoned condition has no say in these, since its shift is over.

    /// Begins a decision. If its deadline passes first, the decision is made without the condition.
    package func begin(_ decision: Undecided) {
        if let redecision { return redecision.begin(decision) }
        execution?.state.withLock { state in
            if state.shift == shift { state.rest.undecided = decision }
        }
    }

    /// Keeps the reasons of a look before the condition asks, unless the decision already has some.
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
    /// - Returns: True if the condition makes the decision. False if its deadline passed and the decision was already
    ///   made.
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
