/// The outcome that a procedure requires of a dependency.
public enum RequiredOutcome: Hashable, Sendable {
    /// It must succeed; otherwise the procedure does not run.
    case success
    /// It must end, with any outcome.
    case completion
}
