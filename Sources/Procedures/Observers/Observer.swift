/// Is told what happens to a procedure.
///
/// Every event has a default that does nothing. The events of one procedure come in the order in which
/// they are listed here and never overlap, nor does one overlap its conditions; only what is added while
/// the work runs is told while the work runs. They are called on the way: the procedure goes on when they
/// return, on whatever thread it is on, so that one that blocks, blocks the procedure.
///
/// An observer cannot throw: what goes wrong in it is its own affair. It may enqueue at any event, on the
/// same queue too, but not wait for that; and it may cancel, which does nothing once the procedure is about
/// to finish.
public protocol Observer: Sendable {
    /// The procedure is in a run, and waits for what it depends on.
    func didAttach(to procedure: ProcedureIdentity)

    /// Everything allows the work, which starts next unless it is cancelled here. Again before each
    /// further attempt.
    func willExecute(_ procedure: ProcedureIdentity)

    /// The work produced another procedure, which is about to join the run.
    func willAdd(_ produced: ProcedureIdentity, to procedure: ProcedureIdentity)

    /// What the work produced has joined the run.
    func didAdd(_ produced: ProcedureIdentity, to procedure: ProcedureIdentity)

    /// The work has returned or thrown, or was cancelled in ``willExecute(_:)``: each of those has its
    /// counterpart here.
    func didExecute(_ procedure: ProcedureIdentity)

    /// The procedure ends because it was cancelled.
    func didCancel(_ procedure: ProcedureIdentity, _ cancellation: Cancellation)

    /// The work does not run, and why. Not called where it is only skipped.
    func didRefuse(_ procedure: ProcedureIdentity, _ refusal: Refusal)

    /// The procedure is about to end so.
    func willFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>)

    /// The procedure has ended; whatever waits for it goes on when all observers have returned.
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
