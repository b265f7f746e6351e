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
/// A procedure is an immutable description. To create or modify one has no other effect. One description may be run
/// many times, each time anew. Modifiers keep the identity. A run that finds two different descriptions of one identity
/// fails, so modify first and refer to the result.
public struct Procedure<Output: Sendable>: Sendable {
    var description: Description

    /// The identity, which modifiers keep.
    public var identity: ProcedureIdentity { description.identity }
    /// The name in reports. Two procedures may have the same name.
    public var name: String { identity.name }

    init(_ description: Description) { self.description = description }

    /// - Parameters:
    ///   - name: The name in reports: `rotate the site key`.
    ///   - body: The work, on a thread of Swift's pool, which it must not block. The procedure finishes when it
    ///     returns, and not before. A thrown error is the failure; a `CancellationError` cancels the procedure. The
    ///     work is cancelled with the task that runs the procedure, by its deadline, and by the endings of its
    ///     conditions. It may also cancel itself. Work that ignores its cancellation keeps its slot and its exclusive
    ///     categories, and ``ProcedureQueue/shutdown(within:patience:)`` returns its identity.
    public init(_ name: String, _ body: @escaping @Sendable () async throws -> Output) {
        description = Description(name) { _, _ in try await body() }
    }

    /// A procedure whose work gets a context, to produce other procedures, log, or wait without a slot.
    public init(
        _ name: String,
        _ body: @escaping @Sendable (ProcedureContext) async throws -> Output
    ) {
        description = Description(name) { _, context in try await body(context) }
    }

    /// A procedure that runs after `input` has succeeded, with its output.
    ///
    /// If `input` does not succeed, the work does not run: the procedure is skipped if `input` was skipped, and refused
    /// otherwise.
    public init<Input: Sendable>(
        _ name: String,
        input: some ProcedureConvertible<Input>,
        _ body: @escaping @Sendable (Input) async throws -> Output
    ) {
        description = Description(name) { input, _ in try await body(unerased(input)) }
        description.link(to: input.erased, .success, isInput: true)
    }

    /// A procedure that runs after `input` has succeeded, with its output and a context.
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

    /// A procedure that runs after `other` has ended in any way, with its outcome. Use it to report a failure or to
    /// make up for it.
    ///
    /// It also runs after a refused, skipped or cancelled procedure, but not in a run that is itself cancelled.
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

    /// A procedure whose gate creates its work, from the objects that the gate has found.
    package init(_ name: String, admittedBy gate: (Admission<Output>) -> some Condition) {
        description = Description(name, nil)
        description.add(gate(Admission()), within: nil)
    }

    /// A procedure that runs after `input` has succeeded, and whose gate creates its work.
    package init(
        _ name: String,
        input: some ProcedureConvertible,
        admittedBy gate: (Admission<Output>) -> some Condition
    ) {
        self.init(name, admittedBy: gate)
        description.link(to: input.erased, .success, isInput: true)
    }
}

/// Each modifier returns another description of the same procedure. It consumes the original, so a description without
/// another owner is changed in place.
extension ProcedureConvertible {
    // MARK: Conditions and observers

    /// Lets the procedure start only if `condition` is satisfied, in addition to its other conditions.
    ///
    /// Each call adds a condition. They are evaluated in the order of the calls, after all dependencies have ended.
    ///
    /// - Parameter limit: The time for the condition; nil for ``Deadlines/condition``. A condition that takes longer is
    ///   undetermined: it is cancelled and, if it ignores that, abandoned. With zero or less it is undetermined without
    ///   being evaluated.
    public consuming func condition(
        _ condition: some Condition,
        within limit: Duration? = nil
    ) -> Procedure<Output> {
        var changed = procedure
        changed.description.add(condition, within: limit)
        return changed
    }

    /// Lets the procedure start only if all of these conditions are satisfied.
    public consuming func conditions(@ConditionBuilder _ conditions: () -> [any Condition])
        -> Procedure<Output>
    {
        var changed = procedure
        for condition in conditions() { changed.description.add(condition, within: nil) }
        return changed
    }

    /// Stops at the first condition that is not satisfied, and cancels the procedures that conditions produced.
    ///
    /// Without this modifier every condition is evaluated, for a complete report. With it, the refusal has no findings
    /// for the conditions after the first that closed the gate.
    public consuming func stoppingAtFirstRefusal() -> Procedure<Output> {
        procedure.option { $0.stopsAtFirstRefusal = true }
    }

    /// Notifies `observer` of the procedure's events.
    public consuming func observer(_ observer: some Observer) -> Procedure<Output> {
        procedure.changed { $0.add(observer) }
    }

    /// Notifies each of these observers, in this order.
    public consuming func observers(_ observers: any Observer...) -> Procedure<Output> {
        procedure.changed { steps in for observer in observers { steps.add(observer) } }
    }

    /// Changes the deadlines of the procedure.
    ///
    /// ```swift
    /// upload.deadlines { $0.exclusion = .seconds(5); $0.overall = .seconds(60) }
    /// ```
    public consuming func deadlines(_ change: @escaping @Sendable (inout Deadlines) -> Void)
        -> Procedure<Output>
    {
        procedure.option { $0.deadlines.append(change) }
    }

    // MARK: Dependencies

    /// Lets the procedure start only after `other` has ended, as `outcome` requires.
    ///
    /// `other` joins the run, once, if it is not part of it already. If success is required and `other` does not
    /// succeed, the procedure is skipped if `other` was skipped, and refused otherwise.
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

    /// Returns a description of `next` that runs after this procedure has succeeded. Use it in place of `next`.
    public func then<Next>(_ next: consuming some ProcedureConvertible<Next>) -> Procedure<Next> {
        next.after(self)
    }

    /// Returns a procedure that runs after this one has succeeded, with its output.
    public func then<Next: Sendable>(
        _ name: String,
        _ body: @escaping @Sendable (Output) async throws -> Next
    ) -> Procedure<Next> {
        Procedure<Next>(name, input: self, body)
    }

    /// Returns a procedure that transforms this one's output, named `a value of …`. It fails with any error that
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
    /// A refusal counts as a failure, unless a dependency caused it. A skipped or cancelled procedure is not attempted
    /// again. Between attempts the procedure holds no slot and no exclusive category, and its dependencies do not run
    /// again. The outcome is that of the last attempt. The deadlines of the phases start anew for each attempt;
    /// ``Deadlines/overall`` covers all attempts together.
    ///
    /// - Parameters:
    ///   - maximum: The number of attempts in all. For a repeated procedure it counts anew after each success. Less
    ///     than 1 counts as 1.
    ///   - waiting: The wait before each further attempt, by the clock of the queue.
    ///   - limit: The latest start of an attempt, counted from the start of the first one; nil for no limit.
    ///   - isWorthRetrying: True if another attempt may help after an error, which is the error of the work or a
    ///     ``Refusal``. By default it always may.
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

    /// Repeats the procedure after a success, up to `count` times in all. The output is the last one.
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

    /// Repeats the procedure as long as `goesOn` returns true for its output. The output is the last one.
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

    /// Turns a failure of the work into a success with the output nil.
    ///
    /// Only errors of the work are ignored. A procedure that is refused, skipped or cancelled stays so.
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

    /// Shares the work with other procedures of the queue that run now with the same `id` and the same type of output.
    /// The work is done once, and all of them get its result.
    ///
    /// Each procedure must pass its own conditions. The work continues until the last of its sharers is cancelled. If
    /// the work runs a procedure inside itself that would share the same work, that procedure fails with ``WaitCycle``.
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

/// Returns an output with its type restored. An identity has one origin, so the type always matches.
func unerased<Output: Sendable>(_ output: any Sendable) -> Output {
    guard let output = output as? Output else {
        preconditionFailure("a procedure had the output of another")
    }
    return output
}

extension Procedure: CustomDebugStringConvertible {
    public var debugDescription: String { identity.description }
}

/// An id that is distinct for each type of output.
private struct UniqueID<Output>: Hashable, Sendable {
    let id: AnySendableKey
}
