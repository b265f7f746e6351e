public import Logging

/// What work may know of the procedure that it is, and do as such.
public struct ProcedureContext: Sendable {
    let execution: Execution

    init(_ execution: Execution) { self.execution = execution }

    /// The procedure that this work is.
    public var procedure: ProcedureIdentity { execution.identity }

    /// Where the queue was given no logger, what is logged goes nowhere.
    public var logger: Logger { execution.log?.logger ?? .silent }

    /// Adds a procedure to the run, with whatever of its dependencies the run does not know yet.
    ///
    /// It is executed once, however many want it. The producer's end waits for it, and cancels it where
    /// the work throws or is cancelled. The run remembers it until it ends itself, some hundred bytes each:
    /// what goes on for ever, as a server does, enqueues rather than produces.
    ///
    /// - Throws: ``ProcedureCycle``, ``ConflictingDescriptions`` or ``OutputIsGone``, and nothing is
    ///   added; ``WorkIsOver`` when the work has returned already.
    @discardableResult
    public func produce<Output>(
        _ procedure: some ProcedureConvertible<Output>
    ) throws -> ProcedureHandle<Output> {
        let procedure = procedure.procedure
        let added = try execution.inside.produce([procedure.description])
        return ProcedureHandle(
            procedure.identity,
            execution.run,
            added.indices[0],
            added.endings[0]
        )
    }

    /// Waits in no slot of the queue, by the clock of the queue.
    ///
    /// - Throws: `CancellationError` as soon as the procedure is cancelled.
    public func sleep(for duration: Duration) async throws {
        guard execution.inside.isOpen else { return try await Task.sleep(for: duration) }
        let answer = Ending<Void>()
        let ticket = execution.core.timer.schedule(after: duration) { answer.settle(()) }
        let end: Void? = await execution.withoutSlot { await answer.wait() }
        execution.core.timer.withdraw(ticket)
        if end == nil { throw CancellationError() }
    }

    /// For what the work waits for.
    package var patience: Patience { execution.core.patience }
}
