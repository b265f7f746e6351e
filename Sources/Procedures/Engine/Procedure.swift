/// A unit of work with dependencies, conditions, observers and a typed output.
///
/// ```swift
/// let dump = Procedure("dump") { try await dumpDatabase() }
/// let upload = Procedure("upload", input: dump) { file in try await send(file) }
///     .condition(MutuallyExclusive("backup"))
///     .observer(Timeout(.seconds(30)))
/// let outcome = await ProcedureQueue(width: 4).run(upload)
/// ```
///
/// A procedure is an immutable description: to make or to modify one does nothing else, and one
/// description may be run many times, each time anew. Modifiers keep the identity. Where a run comes upon
/// two different descriptions of one identity it fails, so modify first and refer to the result.
public struct Procedure<Output: Sendable>: Sendable {
    var description: Description

    /// The same for all descriptions that were made from one by modifiers.
    public var identity: ProcedureIdentity { description.identity }
    /// As a report says it. It identifies nothing: two procedures may have the same.
    public var name: String { identity.name }

    init(_ description: Description) { self.description = description }

    /// - Parameters:
    ///   - name: As a report says it: `rotate the site key`.
    ///   - body: The work, on a thread of Swift's pool, which it must not block. When it returns, and not
    ///     before, the procedure has finished. What it throws is the failure; a `CancellationError` cancels
    ///     the procedure. It is cancelled with the task that runs the procedure, by its deadline, and by
    ///     what conditions end, or may cancel itself. Work that ignores that, or never returns, keeps its
    ///     slot and what it is alone in, and ``ProcedureQueue/shutdown(within:patience:)`` names it.
    public init(_ name: String, _ body: @escaping @Sendable () async throws -> Output) {
        description = Description(name) { _, _ in try await body() }
    }

    /// A procedure whose work can do more than to return: produce others, log, wait in no slot.
    public init(
        _ name: String,
        _ body: @escaping @Sendable (ProcedureContext) async throws -> Output
    ) {
        description = Description(name) { _, context in try await body(context) }
    }

    /// A procedure that runs after `input` has succeeded, with its output.
    ///
    /// Where `input` did not succeed the work does not run: the procedure is refused, or skipped where
    /// `input` was skipped.
    public init<Input: Sendable>(
        _ name: String,
        input: some ProcedureConvertible<Input>,
        _ body: @escaping @Sendable (Input) async throws -> Output
    ) {
        description = Description(name) { input, _ in try await body(unerased(input)) }
        description.link(to: input.erased, .success, isInput: true)
    }

    /// A procedure that runs after `input` has succeeded, with its output and what the work can do.
    public init<Input: Sendable>(
        _ name: String,
        input: some ProcedureConvertible<Input>,
        _ body: @escaping @Sendable (Input, ProcedureContext) async throws -> Output
    ) {
        description = Description(name) { input, context in
            try await body(unerased(input), context)
        }
        description.link(to: input.erased, .success, isInput: true)
    }

    /// A procedure that runs after `other` has ended, however it did, with its outcome: to report or to
    /// make up for a failure.
    ///
    /// It runs also where the other was refused, skipped or cancelled, but not in a run that is cancelled
    /// itself.
    public init<Input: Sendable>(
        _ name: String,
        outcomeOf other: some ProcedureConvertible<Input>,
        _ body: @escaping @Sendable (Outcome<Input>) async throws -> Output
    ) {
        description = Description(name) { outcome, _ in
            let outcome: ErasedOutcome = unerased(outcome)
            return try await body(outcome.map(unerased))
        }
        description.link(to: other.erased, .completion, isInput: true)
    }

    /// A procedure whose work is made by its gate, of what that has found.
    package init(_ name: String, admittedBy gate: (Admission<Output>) -> some Condition) {
        description = Description(name, nil)
        description.add(gate(Admission()), within: nil)
    }

    /// A procedure that runs after `input` has succeeded, and whose work is made by its gate.
    package init(
        _ name: String,
        input: some ProcedureConvertible,
        admittedBy gate: (Admission<Output>) -> some Condition
    ) {
        self.init(name, admittedBy: gate)
        description.link(to: input.erased, .success, isInput: true)
    }
}

/// Each modifier returns another description of the same procedure. It consumes what it changes, so a description
/// that has no other owner is changed in place.
extension ProcedureConvertible {
    // MARK: What lets it start

    /// Lets the procedure start only if `condition` is satisfied, like all the others it has.
    ///
    /// Each call adds one; they are evaluated in the order of the calls, after all that the procedure
    /// depends on has ended.
    ///
    /// - Parameter limit: How long the condition may take; nil for what ``Deadlines/condition`` says.
    ///   One that takes longer is undetermined: it is cancelled and, if it ignores that, abandoned. With
    ///   zero and less it is not evaluated at all, and undetermined.
    public consuming func condition(
        _ condition: some Condition,
        within limit: Duration? = nil
    ) -> Procedure<Output> {
        var changed = procedure
        changed.description.add(condition, within: limit)
        return changed
    }

    /// Lets the procedure start only if all of these are satisfied, one a line.
    public consuming func conditions(@ConditionBuilder _ conditions: () -> [any Condition])
        -> Procedure<Output>
    {
        var changed = procedure
        for condition in conditions() { changed.description.add(condition, within: nil) }
        return changed
    }

    /// Looks at no further condition once one is not satisfied, and cancels what they produce.
    ///
    /// Without it all are looked at, so that the report is whole. The refusal has a finding for each that
    /// was looked at, and none for the rest.
    public consuming func stoppingAtFirstRefusal() -> Procedure<Output> {
        procedure.option { $0.stopsAtFirstRefusal = true }
    }

    /// Tells `observer` what happens to the procedure.
    public consuming func observer(_ observer: some Observer) -> Procedure<Output> {
        procedure.changed { $0.add(observer) }
    }

    /// Tells each of these, in this order.
    public consuming func observers(_ observers: any Observer...) -> Procedure<Output> {
        procedure.changed { steps in for observer in observers { steps.add(observer) } }
    }

    /// Changes how long the procedure may spend in which phase.
    ///
    /// ```swift
    /// upload.deadlines { $0.exclusion = .seconds(5); $0.overall = .seconds(60) }
    /// ```
    public consuming func deadlines(_ change: @escaping @Sendable (inout Deadlines) -> Void)
        -> Procedure<Output>
    {
        procedure.option { $0.deadlines.append(change) }
    }

    // MARK: What it runs after

    /// Lets the procedure start only after `other` has ended, as `outcome` requires.
    ///
    /// `other` is run with it, once, if it is not in the run already. Where success is required and it
    /// did not succeed, the procedure is refused, or skipped where `other` was skipped.
    public consuming func after<Other>(
        _ other: some ProcedureConvertible<Other>,
        requiring outcome: RequiredOutcome = .success
    ) -> Procedure<Output> {
        var changed = procedure
        changed.description.link(to: other.erased, outcome)
        return changed
    }

    /// Lets the procedure start only after all of these have ended, as `outcome` requires.
    public consuming func after(
        _ others: [any ProcedureConvertible],
        requiring outcome: RequiredOutcome = .success
    ) -> Procedure<Output> {
        var changed = procedure
        for other in others { changed.description.link(to: other.erased, outcome) }
        return changed
    }

    /// `next`, after this one has succeeded: a description of `next`, to be used in its place.
    public func then<Next>(_ next: consuming some ProcedureConvertible<Next>) -> Procedure<Next> {
        next.after(self)
    }

    /// A procedure that runs after this one has succeeded, with its output.
    public func then<Next: Sendable>(
        _ name: String,
        _ body: @escaping @Sendable (Output) async throws -> Next
    ) -> Procedure<Next> {
        Procedure<Next>(name, input: self, body)
    }

    /// A procedure whose output is made of this one's, named `a value of …`. It fails with what
    /// `transform` throws.
    public func map<Other: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> Other
    ) -> Procedure<Other> {
        let procedure = self.procedure
        return Procedure<Other>("a value of \(procedure.name)", input: procedure) {
            try transform($0)
        }
    }

    // MARK: How its work comes out

    /// Attempts the procedure again after a failure: its conditions, its exclusion and its work.
    ///
    /// A refusal counts as a failure, unless it is by what the procedure depends on. What was skipped or
    /// cancelled is not attempted again. Between attempts it is in no slot and alone in nothing, and what
    /// it depends on is not run again. The outcome is that of the last attempt; each has the deadlines of
    /// its phases anew, and ``Deadlines/overall`` counts for all together.
    ///
    /// - Parameters:
    ///   - maximum: How many attempts in all, or after each success of one that is repeated; less than 1
    ///     counts as 1.
    ///   - waiting: How long before each further attempt, by the clock of the queue.
    ///   - limit: No attempt begins later than this after the first did; nil for no limit.
    ///   - isWorthRetrying: Whether another attempt may help after an error: what the work threw, or a
    ///     ``Refusal``. By default it may after any.
    public consuming func retried(
        upTo maximum: Int,
        waiting: WaitStrategy = .none,
        within limit: Duration? = nil,
        while isWorthRetrying: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) -> Procedure<Output> {
        procedure.option {
            $0.attempts.retry = Attempts.Retry(
                maximum: maximum,
                waiting: waiting,
                limit: limit,
                isWorthRetrying: isWorthRetrying
            )
        }
    }

    /// Does it all again after a success, so many times in all; the output is the last.
    ///
    /// It ends with the first attempt that does not succeed, unless it is ``retried(upTo:waiting:within:while:)``.
    ///
    /// - Parameter count: Less than 1 counts as 1.
    public consuming func repeated(_ count: Int, waiting: WaitStrategy = .none) -> Procedure<Output>
    {
        procedure.option {
            $0.attempts.repetition = Attempts.Repetition(
                goesOn: { done, _ in done < count },
                waiting: waiting
            )
        }
    }

    /// Does it all again as long as the output says so; the output is the last.
    public consuming func repeated(
        while goesOn: @escaping @Sendable (Output) -> Bool,
        waiting: WaitStrategy = .none
    ) -> Procedure<Output> {
        procedure.option {
            $0.attempts.repetition = Attempts.Repetition(
                goesOn: { _, output in goesOn(unerased(output)) },
                waiting: waiting
            )
        }
    }

    /// The same work, of which a failure is no failure: the output is nil then.
    ///
    /// Only what the work throws is ignored. A procedure that is refused, skipped or cancelled is so
    /// still.
    public consuming func ignoringErrors() -> Procedure<Output?> {
        let changed = procedure.option { options in
            options.transforms.append { outcome in
                switch outcome {
                case .succeeded(let output): .succeeded(Output?.some(unerased(output)))
                case .failed: .succeeded(Output?.none)
                case .refused, .skipped, .cancelled: outcome
                }
            }
        }
        return Procedure<Output?>(changed.description)
    }

    /// Shares the work with whatever else is under way on the queue for the same `id` and the same type
    /// of output: it is done once, and all get what comes of it.
    ///
    /// Each procedure has its own conditions, and must get through them by itself. The work goes on
    /// until the last who share it is cancelled. Where the work runs a procedure inside itself that would
    /// share the same work, that one fails with ``WaitCycle``.
    public consuming func unique(_ id: some Hashable & Sendable) -> Procedure<Output> {
        procedure.option { $0.sharedID = AnySendableKey(UniqueID<Output>(id: AnySendableKey(id))) }
    }
}

extension Procedure {
    fileprivate consuming func changed(_ change: (inout Steps) -> Void) -> Procedure {
        description.change(change)
        return self
    }

    fileprivate consuming func option(_ change: (inout RunOptions) -> Void) -> Procedure {
        changed { $0.changeOptions(change) }
    }
}

/// An output with its type again. An identity has one origin, so that the type cannot be another.
func unerased<Output: Sendable>(_ output: any Sendable) -> Output {
    guard let output = output as? Output else {
        preconditionFailure("a procedure had the output of another")
    }
    return output
}

extension Procedure: CustomDebugStringConvertible {
    public var debugDescription: String { identity.description }
}

/// An id, of one type of output.
private struct UniqueID<Output>: Hashable, Sendable {
    let id: AnySendableKey
}
