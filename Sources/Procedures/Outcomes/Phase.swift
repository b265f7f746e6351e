/// The phases of a procedure, in their order.
public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// Being taken into a queue, which refuses where it shuts down.
    case enqueueing
    /// Waiting for what it depends on, and for its turn on the queue.
    case dependencies
    /// Waiting for what conditions produce, or for the answer when one asks.
    case remedies
    case conditions
    /// Waiting to be alone in its categories.
    case exclusion
    case execution
}
