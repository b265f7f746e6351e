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
        input: Procedure<Input>,
        _ body: @escaping @Sendable (Input) async throws -> Output
    ) {
        description = Description(name) { input, _ in try await body(unerased(input)) }
        description.link(to: input.description, .success, isInput: true)
    }

    /// A procedure that runs after `input` has succeeded, with its output and what the work can do.
    public init<Input: Sendable>(
        _ name: String,
        input: Procedure<Input>,
        _ body: @escaping @Sendable (Input, ProcedureContext) async throws -> Output
    ) {
        description = Description(name) { input, context in
            try await body(unerased(input), context)
        }
        description.link(to: input.description, .success, isInput: true)
    }

    /// A procedure that runs after `other` has ended, however it did, with its outcome: to report or to
    /// make up for a failure.
    ///
    /// It runs also where the other was refused, skipped or cancelled, but not in a run that is cancelled
    /// itself.
    public init<Input: Sendable>(
        _ name: String,
        outcomeOf other: Procedure<Input>,
        _ body: @escaping @Sendable (Outcome<Input>) async throws -> Output
    ) {
        description = Description(name) { outcome, _ in
            let outcome: ErasedOutcome = unerased(outcome)
            return try await body(outcome.map(unerased))
        }
        description.link(to: other.description, .completion, isInput: true)
    }

    /// Consuming, as all modifiers are: what nobody else has is changed in its place.
    consuming func changed(_ change: (inout Steps) -> Void) -> Procedure {
        description.change(change)
        return self
    }

    consuming func option(_ change: (inout RunOptions) -> Void) -> Procedure {
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
