/// Is told what happens to a procedure.
///
/// Every event has a default that does nothing. The events of one procedure come in the order in which
/// they are listed here and never overlap, nor does one overlap its work or its conditions. They are
/// called on the way: the procedure goes on when they return.
public protocol Observer: Sendable {
    /// Everything allows the work, which starts next.
    func willExecute(_ procedure: ProcedureIdentity)

    /// The work has returned or thrown.
    func didExecute(_ procedure: ProcedureIdentity)

    /// The procedure ended because it was cancelled.
    func didCancel(_ procedure: ProcedureIdentity)

    /// The work does not run, and why. Not called where it is only skipped.
    func didRefuse(_ procedure: ProcedureIdentity, _ refusal: Refusal)

    /// The procedure has ended; whatever waits for it goes on when all observers have returned.
    func didFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>)
}

extension Observer {
    public func willExecute(_ procedure: ProcedureIdentity) {}
    public func didExecute(_ procedure: ProcedureIdentity) {}
    public func didCancel(_ procedure: ProcedureIdentity) {}
    public func didRefuse(_ procedure: ProcedureIdentity, _ refusal: Refusal) {}
    public func didFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) {}
}
