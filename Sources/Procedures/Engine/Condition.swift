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
    /// The name in reports: `read /etc/ssl/private/site.key`.
    var name: String { get }

    /// Evaluates the condition once. Past the condition's deadline it is undetermined.
    ///
    /// The queue calls this on a thread of Swift's pool, which it must not block. The call is cancelled with the
    /// procedure or at its deadline. It is repeated for each attempt, and after a wait for exclusion if ``looksAgain``
    /// is true. An error while looking is *undetermined*, never *refused*: ``Not`` would turn a refusal into a yes.
    func evaluate(in context: ConditionContext) async -> ConditionResult

    /// The procedures that must end before the condition is evaluated. None by default.
    ///
    /// They run after the procedure's own dependencies and separately from them. The queue reads this once before each
    /// attempt. Return the same procedures each time: a newly created one is another procedure. If they cannot be
    /// added, the procedure fails with the ``ProcedureCycle`` or ``ConflictingDescriptions`` that says why. One such
    /// case is a procedure that would wait for its own producer.
    var produces: [any ProcedureConvertible] { get }

    /// The outcomes of ``produces`` that the condition requires before it is evaluated. By default any outcome is
    /// accepted.
    var producedRequirements: ProducedRequirements { get }

    /// The categories in which the procedure must be alone while it executes, each with its scope. None by default.
    ///
    /// The queue reads this once before each attempt, before it evaluates any condition.
    var exclusions: Set<Exclusion> { get }

    /// True if evaluation may ask for something that is missing, if ``ConditionContext/mayAsk`` allows it. False by
    /// default.
    var asks: Bool { get }

    /// True if the condition is evaluated again, without asking, once the procedure is alone. False by default.
    ///
    /// This happens only if other procedures may have been inside the exclusion since the first look and may have
    /// changed something. Only a ``ProcessExclusion`` can rule that out; in any other scope the condition is always
    /// evaluated again.
    var looksAgain: Bool { get }

    /// Returns a sequence whose first element is the reason why running work must end. Nil, the default, never ends it.
    ///
    /// The queue calls this once for each execution of the work, just before it, and cancels the work on the first
    /// element. An `AsyncStream` has one reader, so return a new one each time. The reader is cancelled when the work
    /// and everything that it began have ended. The procedure has ended only after the reader returns. A reader that
    /// ignores its cancellation is awaited no longer than the condition's own limit.
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

/// A sequence of reasons why a procedure must end. Elements after the first are ignored.
public typealias Endings = any AsyncSequence<Reason, Never> & Sendable
