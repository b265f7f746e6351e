/// The time that a procedure may spend in each of its phases.
///
/// A limit of zero or less expires at once:
///
/// - ``dependencies`` and ``overall`` refuse before anything begins.
/// - ``condition`` leaves each condition undetermined without a look.
/// - ``execution`` cancels before the work begins.
/// - ``remedies`` and ``exclusion`` refuse only if there is something to wait for.
///
/// A limit above a hundred years counts as infinite. A deadline that passes before the work runs refuses the procedure,
/// and the refusal names the phase. A deadline that passes during the work cancels it and waits for it. Work that
/// ignores its cancellation keeps its slot and its locks until it returns.
public struct Deadlines: Hashable, Sendable {
    /// The wait for dependencies and for a turn on the queue. One day.
    public var dependencies: Duration = .seconds(86_400)
    /// The wait for procedures that conditions produce, and for each question that a condition asks. Five minutes. With
    /// zero or less nothing is asked. Past the deadline the condition is undetermined, and the procedures that it
    /// produced are cancelled.
    public var remedies: Duration = .seconds(300)
    /// The time for each condition without a limit of its own. 30 s. By the system's clock, limits of ten seconds or
    /// more end up to a second late, but never early.
    public var condition: Duration = .seconds(30)
    /// The wait for exclusive use of its categories, and then for a slot. Ten minutes.
    public var exclusion: Duration = .seconds(600)
    /// The time for the work. Nil means no limit, since a service may be a procedure.
    public var execution: Duration?
    /// The time for everything together, including all attempts, from the moment of enqueueing. Nil means no limit.
    public var overall: Duration?

    public init() {}
}
