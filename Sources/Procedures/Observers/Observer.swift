/// Receives the events of a procedure.
///
/// Every event has a default implementation that does nothing. The events of one procedure come in the order in which
/// they are listed here. They never overlap one another or its conditions. Only additions by the work are reported
/// while the work runs. The procedure calls its observers on its own thread and continues when they return, so an
/// observer that blocks also blocks the procedure.
///
/// An observer cannot throw, and must handle its own errors. In any event it may enqueue procedures, also on the same
/// queue, but must not wait for them. It may also cancel procedures, which has no effect once the procedure is about to
/// finish.
public protocol Observer: Sendable {
    /// Returns the observer of a procedure in one run, or nil for none. The default is the observer itself.
    ///
    /// One description may run many times, also at the same time, always with the same identity. An observer that
    /// measures returns a new observer for each run, which keeps the facts of that run only. The method is called once
    /// for each procedure of each run, before ``didAttach(to:)``. It runs on the thread of the caller who runs, enqueues
    /// or produces the procedure, with the task-local values of that caller.
    func observer(of procedure: ProcedureIdentity) -> (any Observer)?

    /// The procedure has joined a run, and waits for its dependencies.
    func didAttach(to procedure: ProcedureIdentity)

    /// Calls `attempt` once and returns its result. It evaluates the conditions of the procedure and does its work, all
    /// attempts included. An observer binds task-local values for them here, and does nothing else: this is no event.
    ///
    /// ```swift
    /// await $requestID.withValue(id) { await attempt() }
    /// ```
    ///
    /// The method is called again when a procedure continues after it has waited for its exclusive categories, or after
    /// a condition was abandoned. Its calls may then overlap, and the first can return after ``didFinish(_:_:)``. The
    /// observers of the queue surround those of the procedure.
    func surround<Result: Sendable>(
        _ procedure: ProcedureIdentity,
        _ attempt: ObservedAttempt<Result>
    ) async -> Result

    /// The dependencies have ended, and it is the procedure's turn on the queue. Its conditions are evaluated next, or
    /// its work starts. Called again before each further attempt.
    func willAttempt(_ procedure: ProcedureIdentity)

    /// A condition has its result: it was evaluated, its deadline passed, or it could not be evaluated. Called again for
    /// each further attempt, and for a condition that ``Condition/looksAgain``. A condition under evaluation has no
    /// result when the procedure is cancelled.
    ///
    /// - Parameter condition: The name of a condition of the procedure. The parts of a group such as ``AllOf`` have no
    ///   events of their own.
    func didEvaluate(
        _ condition: String,
        _ result: ConditionResult,
        of procedure: ProcedureIdentity
    )

    /// The procedure may execute. Its work starts next, unless it is cancelled in this call. Called again before each
    /// further attempt.
    func willExecute(_ procedure: ProcedureIdentity)

    /// The work or a condition has produced another procedure, which is about to join the run. Of a condition, this
    /// comes before ``didEvaluate(_:_:of:)``.
    func willAdd(_ produced: ProcedureIdentity, to procedure: ProcedureIdentity)

    /// The procedure that the work has produced has joined the run.
    func didAdd(_ produced: ProcedureIdentity, to procedure: ProcedureIdentity)

    /// The work has returned or thrown, or was cancelled in ``willExecute(_:)``. Each call of that method has its
    /// counterpart here.
    func didExecute(_ procedure: ProcedureIdentity)

    /// The procedure ends because it was cancelled.
    func didCancel(_ procedure: ProcedureIdentity, _ cancellation: Cancellation)

    /// The work does not run, for the reasons in `refusal`. Not called for a skipped procedure.
    func didRefuse(_ procedure: ProcedureIdentity, _ refusal: Refusal)

    /// The procedure is about to end with this outcome.
    func willFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>)

    /// The procedure has ended. Its waiters continue when all observers have returned.
    func didFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>)
}

extension Observer {
    public func observer(of procedure: ProcedureIdentity) -> (any Observer)? { self }
    public func surround<Result: Sendable>(
        _ procedure: ProcedureIdentity,
        _ attempt: ObservedAttempt<Result>
    ) async -> Result {
        await attempt()
    }
    public func willAttempt(_ procedure: ProcedureIdentity) {}
    public func didEvaluate(
        _ condition: String,
        _ result: ConditionResult,
        of procedure: ProcedureIdentity
    ) {}
    public func didAttach(to procedure: ProcedureIdentity) {}
    public func willExecute(_ procedure: ProcedureIdentity) {}
    public func willAdd(_ produced: ProcedureIdentity, to procedure: ProcedureIdentity) {}
    public func didAdd(_ produced: ProcedureIdentity, to procedure: ProcedureIdentity) {}
    public func didExecute(_ procedure: ProcedureIdentity) {}
    public func didCancel(_ procedure: ProcedureIdentity, _ cancellation: Cancellation) {}
    public func didRefuse(_ procedure: ProcedureIdentity, _ refusal: Refusal) {}
    public func willFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) {}
    public func didFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) {}
}
