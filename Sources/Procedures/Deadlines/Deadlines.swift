/// How long a procedure may spend in each of its phases.
///
/// Zero and less expire at once: ``dependencies`` and ``overall`` refuse before anything is begun,
/// ``condition`` leaves each undetermined without a look, and ``execution`` cancels before the work begins;
/// ``remedies`` and ``exclusion`` refuse only where there is something to wait for. A length beyond a
/// hundred years is as good as infinite. A deadline that passes before the work runs refuses the procedure, and the
/// refusal names the phase. One that passes while it runs cancels the work and waits for it: work that
/// ignores its cancellation keeps its slot and its locks until it returns.
public struct Deadlines: Hashable, Sendable {
    /// Waiting for what the procedure depends on, and for its turn on the queue. A day.
    public var dependencies: Duration = .seconds(86_400)
    /// Waiting for what conditions produce; asking, each time. Five minutes; with zero and less nothing
    /// is asked. The condition is undetermined when it has passed, and what it produced is cancelled.
    public var remedies: Duration = .seconds(300)
    /// Each condition for which no other limit was given. 30 s. By the system's clock, ten seconds and more
    /// are kept to within a second: never too short, but up to that much too long.
    public var condition: Duration = .seconds(30)
    /// Waiting to be alone in its categories, and for a slot then. Ten minutes.
    public var exclusion: Duration = .seconds(600)
    /// The work. As long as it takes, unless told otherwise: a service may be a procedure.
    public var execution: Duration?
    /// Everything together, all attempts too, from the enqueueing on. As long as it takes, unless told
    /// otherwise.
    public var overall: Duration?

    public init() {}
}
