public import Logging

/// What a condition may know of the procedure that it guards, and do.
public struct ConditionContext: Sendable {
    /// The name of the guarded procedure.
    public let procedure: String

    /// Whether the condition may ask for what is missing, which can prompt a person or start a unit.
    ///
    /// True only while everything before it is satisfied, and never under `Not` or `SilentCondition`.
    public let mayAsk: Bool

    private let execution: Execution?
    private let shift: Int

    /// A context of no procedure: in a test, or where one call is guarded without a queue.
    public init(procedure: String, mayAsk: Bool = false) {
        self.init(procedure: procedure, mayAsk: mayAsk, execution: nil, shift: 0)
    }

    init(execution: Execution, shift: Int, mayAsk: Bool) {
        self.init(
            procedure: execution.identity.name,
            mayAsk: mayAsk,
            execution: execution,
            shift: shift
        )
    }

    private init(procedure: String, mayAsk: Bool, execution: Execution?, shift: Int) {
        self.procedure = procedure
        self.mayAsk = mayAsk
        self.execution = execution
        self.shift = shift
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
        Self(
            procedure: procedure,
            mayAsk: mayAsk && isOpen,
            execution: execution,
            shift: shift
        )
    }

    /// Asks: for as long as ``Deadlines/remedies`` allows, each time anew, and in no slot of the queue.
    /// The time of the condition begins anew after it.
    public func remedying<Value>(_ ask: () async throws -> Value) async rethrows -> Value {
        guard let execution else { return try await ask() }
        execution.beginRemedying(shift)
        execution.lendSlot()
        do {
            let value = try await ask()
            await execution.reclaimSlot()
            execution.endRemedying(shift)
            return value
        } catch {
            await execution.reclaimSlot()
            execution.endRemedying(shift)
            throw error
        }
    }

    /// Leaves something for the work: the last look that said yes counts.
    package func keep(_ value: any Sendable, for key: PermitKey) {
        execution?.keep(value, for: key, shift)
    }
}
