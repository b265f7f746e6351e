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
    /// The procedure has joined a run, and waits for its dependencies.
    func didAttach(to procedure: ProcedureIdentity)

    /// The procedure may execute. Its work starts next, unless it is cancelled in this call. Called again before each
    /// further attempt.
    func willExecute(_ procedure: ProcedureIdentity)

    /// The work has produced another procedure, which is about to join the run.
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
