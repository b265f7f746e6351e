import Text

/// Why a procedure was cancelled.
public struct Cancellation: Error, Hashable, Sendable {
    /// What it was that cancelled.
    public enum Cause: Hashable, Sendable {
        /// Somebody asked for it: the task that ran the procedure was cancelled, or its handle, or the
        /// work cancelled itself.
        case requested
        /// The work took longer than it may.
        case executionDeadline(Duration)
        /// The procedure took longer in all than it may.
        case overallDeadline(Duration)
        /// What a condition let it in for came to an end.
        // Indirect, since it is several times as large as the others, and every outcome has room for it.
        indirect case ended(Reason)
        /// Another procedure of its group did not succeed, and the group fails fast.
        case sibling(String)
        /// The procedure that produced it was cancelled, failed, or needs it no longer.
        case producer(String)
        /// The queue shut down, and the grace was over.
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
