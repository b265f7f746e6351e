public import Procedures

/// The procedure that asks for a capability. Its output is the status that is enough.
///
/// ```swift
/// let start = Authorize(SystemdUnit("postgresql.service"))
/// ```
///
/// It looks first, and asks only where that is not enough and the capability can be asked about here.
/// Procedures that ask for an equal capability at the same time share one request and its answer. It is refused
/// where the capability is not authorized even then.
public struct Authorize<Subject: Capability>: ProcedureConvertible {
    public let procedure: Procedure<Subject.Status>

    /// - Parameters:
    ///   - asking: Once by default, unlike all gates, which only look.
    ///   - limit: How long each look may take.
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
    /// A procedure that starts only once a capability is authorized, and whose work is lent the permit.
    ///
    /// ```swift
    /// let rotate = Procedure("rotate", permitted: FileAccess(.write, path)) { permit in
    ///     try write(newKey, to: permit.open())
    /// }
    /// ```
    ///
    /// The permit has what the last look holds, the one that said yes: after a wait for exclusion, that
    /// is the look after the wait.
    ///
    /// - Parameters:
    ///   - asking: How often to ask where the look is not enough.
    ///   - limit: How long each look may take.
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

    /// A procedure that runs after `input` has succeeded and once a capability is authorized. Its work receives the
    /// output of `input` and borrows the permit.
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
