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
///
/// A condition is a value: one may guard any number of procedures.
public protocol Condition: Sendable {
    /// As a report says it: `read /etc/ssl/private/site.key`.
    var name: String { get }

    /// Answers once; runs within the condition's deadline, after which it is undetermined.
    ///
    /// It is called on a thread of Swift's pool, which it must not block, and is cancelled with the
    /// procedure or at its deadline. Called again for each attempt, and where it ``looksAgain``. An error
    /// while looking is *undetermined*, never *refused*: ``Not`` would make a yes of that.
    func evaluate(in context: ConditionContext) async -> ConditionResult

    /// What has to run before the condition is evaluated: after the procedure's own dependencies, and
    /// apart from them. Nothing by default.
    ///
    /// Give the same procedures each time you are asked: one that is made anew is another procedure.
    /// Asked once before each attempt. Where what it gives cannot be added, since it would wait for the
    /// procedure itself, say, the procedure fails with the ``ProcedureCycle`` or
    /// ``ConflictingDescriptions`` that says so.
    var produces: [any ProcedureConvertible] { get }

    /// How what it produces must have ended for the condition to be evaluated at all. By default any
    /// way will do.
    var producedRequirements: ProducedRequirements { get }

    /// In which categories, and where, the procedure must be alone while it executes. None by default.
    ///
    /// Asked once before each attempt, before any condition is evaluated.
    var exclusions: Set<Exclusion> { get }

    /// Whether evaluating it may ask for what is missing, where the context allows that; see
    /// ``ConditionContext/mayAsk``. False by default.
    var asks: Bool { get }

    /// Whether it is evaluated again, only looking, once the procedure is alone, if others were
    /// inside since the first look: whatever they may have changed. False by default.
    ///
    /// Only a ``ProcessExclusion`` knows that none were. In any other scope it is always evaluated
    /// again.
    var looksAgain: Bool { get }

    /// While the procedure that it let in executes: the first element says why it must end, and it is
    /// cancelled. By default nothing ends it.
    ///
    /// Called once for each execution of the work, just before it. An `AsyncStream` has one reader: give a
    /// new one each time. Its reader is cancelled when the work and all that it began have ended,
    /// and the procedure has ended only once the reader returns; for one that ignores that it waits
    /// no longer than for the condition itself.
    func endings(in context: ConditionContext) -> Endings?
}

extension Condition {
    public var produces: [any ProcedureConvertible] { [] }
    public var producedRequirements: ProducedRequirements { .none }
    public var exclusions: Set<Exclusion> { [] }
    public var asks: Bool { false }
    public var looksAgain: Bool { false }
    public func endings(in context: ConditionContext) -> Endings? { nil }
}

/// What tells why a procedure must end; what comes after the first does not matter.
public typealias Endings = any AsyncSequence<Reason, Never> & Sendable
