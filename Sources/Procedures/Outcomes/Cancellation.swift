import Text

/// The cancellation of a procedure, with its cause.
public struct Cancellation: Error, Hashable, Sendable {
    /// The cause of a cancellation.
    public enum Cause: Hashable, Sendable {
        /// A request: the task that ran the procedure was cancelled, or its handle, or the work cancelled itself.
        case requested
        /// The work exceeded its deadline.
        case executionDeadline(Duration)
        /// The procedure exceeded its overall deadline.
        case overallDeadline(Duration)
        /// The state that a condition required for the work has ended.
        // Indirect, since this case is several times as large as the others, and every outcome has room for it.
        indirect case ended(Reason)
        /// Another procedure of its group did not succeed, and the group fails fast.
        case sibling(String)
        /// Its producer was cancelled, failed, or needs it no longer.
        case producer(String)
        /// The queue shut down, and the grace period was over.
        case shutdown
    }

    /// The name of the procedure that was cancelled.
    public let procedure: String
    public let cause: Cause

    public init(procedure: String, _ cause: Cause) {
        self.procedure = procedure
        self.cause = cause
    }
}

extension Cancellation: CustomStringConvertible {
    public var description: String { "`\(procedure)` was cancelled\(explanation)".onOneLine }

    private var explanation: String {
        switch cause {
        case .requested: ""
        case .executionDeadline(let limit): "; its work took longer than \(limit.inWords)"
        case .overallDeadline(let limit): "; it took longer than \(limit.inWords) in all"
        case .ended(let reason): "; `\(reason.object)` \(reason.message)"
        case .sibling(let name): "; `\(name)` of its group did not succeed"
        case .producer(let name): "; `\(name)`, which produced it, has ended or needs it no longer"
        case .shutdown: "; the queue shut down"
        }
    }
}
