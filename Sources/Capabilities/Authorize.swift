public import Procedures

/// The procedure that asks for a capability. Its output is the status that satisfies the requirement.
///
/// ```swift
/// let start = Authorize(SystemdUnit("postgresql.service"))
/// ```
///
/// It looks first, and asks only if that is not enough and the capability can be asked about here. Procedures that ask
/// for an equal capability at the same time share one request and its answer. It is refused if the capability is not
/// authorized after that.
public struct Authorize<Subject: Capability>: ProcedureConvertible {
    public let procedure: Procedure<Subject.Status>

    /// - Parameters:
    ///   - asking: How often to ask. The default is once; all gates only look by default.
    ///   - limit: The longest time for each look.
    public init(
        _ capability: Subject,
        asking: Asking = .once,
        within limit: Duration = Deadlines.look
    ) {
        let asker = Asker(capability: capability, asking: asking, limit: limit, holds: false)
        procedure = Procedure(
            "authorize \(capability.name)",
            admittedBy: { admission in
                AuthorizedFor(
                    asker,
                    admitting: { look, context in
                        admission.admit(in: context) { look.status }
                    }
                )
            }
        )
    }
}

extension Procedure {
    /// Creates a procedure that starts only when a capability is authorized. Its work borrows the permit.
    ///
    /// ```swift
    /// let rotate = Procedure("rotate", permitted: FileAccess(.write, path)) { permit in
    ///     try write(newKey, to: permit.open())
    /// }
    /// ```
    ///
    /// The permit holds the object of the last look, which was authorized. After a wait for exclusion, that is the look
    /// after the wait.
    ///
    /// - Parameters:
    ///   - asking: How often to ask if the look is not enough.
    ///   - limit: The longest time for each look.
    public init<Subject: Capability>(
        _ name: String,
        permitted capability: Subject,
        asking: Asking = .never,
        within limit: Duration = Deadlines.look,
        _ body: @escaping @Sendable (borrowing Permit<Subject>) async throws -> Output
    ) {
        let asker = Asker(capability: capability, asking: asking, limit: limit)
        self.init(
            name,
            admittedBy: { admission in
                AuthorizedFor(
                    asker,
                    admitting: { look, context in
                        admission.admit(in: context) {
                            let permit = Permit(capability, holding: look.held)
                            return try await body(permit)
                        }
                    }
                )
            }
        )
    }

    /// Creates a procedure that runs after `input` has succeeded and when a capability is authorized. Its work receives
    /// the output of `input` and borrows the permit.
    ///
    /// ```swift
    /// let store = Procedure("store", input: receive, permitted: FileAccess(.write, path)) { report, permit in
    ///     try write(report, to: permit.open())
    /// }
    /// ```
    public init<Input: Sendable, Subject: Capability>(
        _ name: String,
        input: some ProcedureConvertible<Input>,
        permitted capability: Subject,
        asking: Asking = .never,
        within limit: Duration = Deadlines.look,
        _ body: @escaping @Sendable (Input, borrowing Permit<Subject>) async throws -> Output
    ) {
        let asker = Asker(capability: capability, asking: asking, limit: limit)
        self.init(
            name,
            input: input,
            admittedBy: { admission in
                AuthorizedFor(
                    asker,
                    admitting: { look, context in
                        admission.admit(in: context, taking: Input.self) { input in
                            let permit = Permit(capability, holding: look.held)
                            return try await body(input, permit)
                        }
                    }
                )
            }
        )
    }
}
