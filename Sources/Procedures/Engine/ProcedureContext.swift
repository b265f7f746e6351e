public import Logging

/// The information and the actions that work has about its own procedure.
public struct ProcedureContext: Sendable {
    let execution: Execution

    init(_ execution: Execution) { self.execution = execution }

    /// The procedure of this work.
    public var procedure: ProcedureIdentity { execution.identity }

    /// The logger of the queue. If the queue has none, messages are discarded.
    public var logger: Logger { execution.log?.logger ?? .silent }

    /// Adds a procedure to the run, with those of its dependencies that the run does not contain yet.
    ///
    /// It is executed once, however often it is produced. The producer ends after it, and cancels it if the work throws
    /// or is cancelled. The run keeps a few hundred bytes for each procedure until the run itself ends. A producer that
    /// never ends, such as a server, should enqueue instead.
    ///
    /// - Throws: ``ProcedureCycle``, ``ConflictingDescriptions`` or ``OutputIsGone``, and nothing is added;
    ///   ``WorkIsOver`` if the work has already returned.
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

    /// Waits without a slot, by the clock of the queue.
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

    /// The clock and the count for the work's own waits.
    package var patience: Patience { execution.core.patience }
}
