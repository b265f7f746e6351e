/// The range in which categories exclude one another, such as the procedures of a process or of a host.
///
/// A scope receives requests. It grants a request when no other procedure is inside any of its categories.
///
/// INVARIANT, kept by the engine: each request is acquired once and then released once, granted or not. It is released
/// only after all requests that have it as their ``ExclusionRequest/parent``.
public protocol ExclusionScope: AnyObject, Sendable {
    /// The name in messages: `this process`, `this host`.
    var name: String { get }

    /// Puts a request in line for all its categories at once, behind every earlier request for one of them.
    ///
    /// Does not wait. The request is granted before this returns or later, from any thread. It fails if there can be no
    /// answer.
    func acquire(_ request: ExclusionRequest)

    /// Ends a request. A granted request leaves its categories to the next in line; a waiting request leaves the line.
    /// If both happen at once, nothing is granted by mistake.
    func release(_ request: ExclusionRequest)

    /// Returns, for each category that a waiting request lacks, the procedure that is inside or before it in line. The
    /// refusal includes these reasons.
    func obstacles(to request: ExclusionRequest) -> [Reason]
}
