/// Cancels work that takes longer than a limit.
///
/// ```swift
/// let upload = Procedure("upload") { … }.observer(Timeout(.seconds(30)))
/// ```
///
/// The limit counts from ``Observer/willExecute(_:)`` on. Of several limits the shortest applies. The effect is the
/// same as that of a shorter ``Deadlines/execution``. Only ``ProcedureConvertible/observer(_:)`` has this effect; for all
/// procedures of a queue, set its `deadlines`.
public struct Timeout: Observer {
    /// Zero and less expire at once: the work does not run.
    public let limit: Duration

    public init(_ limit: Duration) { self.limit = limit }
}
