/// Decides whether a procedure may start.
///
/// A condition of your own needs a name and one function:
///
/// ```swift
/// struct DiskHasRoom: Condition {
///     let name = "1 GiB free on /var"
///     func evaluate(in context: ConditionContext) async -> ConditionResult { … }
/// }
/// ```
public protocol Condition: Sendable {
    /// As a report says it: `read /etc/ssl/private/site.key`.
    var name: String { get }

    /// Answers once; runs within the condition's deadline, after which it is undetermined.
    func evaluate(in context: ConditionContext) async -> ConditionResult
}

/// What a condition may know of the procedure that it guards.
public struct ConditionContext: Sendable {
    /// The name of the guarded procedure.
    public let procedure: String

    package init(procedure: String) { self.procedure = procedure }
}
