/// The phases of a procedure, in their order.
public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// Joining a queue, which refuses while it is shutting down.
    case enqueueing
    /// Waiting for dependencies, and for a turn on the queue.
    case dependencies
    /// Waiting for procedures that conditions produce, or for the answer to a question that a condition asks.
    case remedies
    case conditions
    /// Waiting to be alone in its categories.
    case exclusion
    case execution
}
