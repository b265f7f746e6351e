/// What a procedure needs of one that it runs after.
public enum RequiredOutcome: Hashable, Sendable {
    /// It must have succeeded; otherwise the procedure does not run.
    case success
    /// It must have ended, however it did.
    case completion
}
