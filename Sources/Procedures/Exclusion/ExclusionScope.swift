/// Where categories exclude one another: among the procedures of a process, of a host.
///
/// A scope is told of requests, and grants each when nobody else is inside any of its categories.
///
/// INVARIANT, kept by the engine: each request is acquired once and then released once, whether it was
/// granted or not; and it is released only after all that have it as their ``ExclusionRequest/parent``.
public protocol ExclusionScope: AnyObject, Sendable {
    /// As a message says it: `this process`, `this host`.
    var name: String { get }

    /// Puts a request in line for all its categories at once, behind whoever came before for one of them.
    ///
    /// Does not wait. The request is granted, or failed where there can be no answer, before this returns
    /// or later, from any thread.
    func acquire(_ request: ExclusionRequest)

    /// Ends a request: one that was granted leaves its categories to the next in line, one that waits
    /// leaves the line. Nothing is granted by mistake where both happen at once.
    func release(_ request: ExclusionRequest)

    /// Who is inside, or before it in line, for each category that a waiting request lacks; for the
    /// refusal that says so.
    func obstacles(to request: ExclusionRequest) -> [Reason]
}
