/// A unit of work with dependencies, conditions, observers and a typed output.
///
/// ```swift
/// let dump = Procedure("dump") { try await dumpDatabase() }
/// let upload = Procedure("upload", input: dump) { file in try await send(file) }
///     .condition(TrueCondition())
/// let outcome = await ProcedureQueue(width: 4).run(upload)
/// ```
///
/// A procedure is an immutable description: to make or to modify one does nothing else, and one
/// description may be run many times. Modifiers keep the identity. Where a run comes upon two
/// different descriptions of one identity it fails, so modify first and refer to the result.
public struct Procedure<Output: Sendable>: Sendable {
    let description: Description

    public var identity: ProcedureIdentity { description.identity }
    public var name: String { identity.name }

    /// - Parameters:
    ///   - name: As a report says it: `rotate the site key`.
    ///   - body: The work. When it returns, and not before, the procedure has finished. Cancelling the
    ///     task that runs the procedure cancels it.
    public init(_ name: String, _ body: @escaping @Sendable () async throws -> Output) {
        description = Description(name) { _ in try await body() }
    }

    /// A procedure that runs after `input` has succeeded, with its output.
    public init<Input: Sendable>(
        _ name: String,
        input: Procedure<Input>,
        _ body: @escaping @Sendable (Input) async throws -> Output
    ) {
        description = Description(name, input: input.description) { output in
            try await body(unerased(output))
        }
    }

    private init(_ description: Description) { self.description = description }

    /// Lets the procedure start only if `condition` is satisfied, like all the others it has.
    ///
    /// - Parameter limit: How long the condition may take. One that takes longer is undetermined: it is
    ///   cancelled and, if it ignores that, abandoned. Zero and less expire at once.
    public func condition(
        _ condition: some Condition,
        within limit: Duration = .seconds(30)
    ) -> Procedure {
        Procedure(description.adding(.condition(condition, within: limit)))
    }

    /// Tells `observer` what happens to the procedure.
    public func observer(_ observer: some Observer) -> Procedure {
        Procedure(description.adding(.observer(observer)))
    }

    /// Lets the procedure start only after `other` has ended, as `outcome` requires.
    public func after<Other>(
        _ other: Procedure<Other>,
        requiring outcome: RequiredOutcome = .success
    ) -> Procedure {
        Procedure(description.adding(.dependency(outcome), on: other.description))
    }
}

/// An output with its type again. An identity has one origin, so that the type cannot be another.
func unerased<Output: Sendable>(_ output: any Sendable) -> Output {
    guard let output = output as? Output else {
        preconditionFailure("a procedure had the output of another")
    }
    return output
}
