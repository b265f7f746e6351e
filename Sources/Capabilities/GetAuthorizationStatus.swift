public import Procedures

/// The procedure that looks at a capability. Its output is whether the capability can be asked about here, and its
/// status.
///
/// ```swift
/// let look = GetAuthorizationStatus(SystemdUnit("nginx.service"))
/// let (availability, status) = try await queue.run(look).get()
/// ```
///
/// Looking changes nothing. It fails with the error that prevented the look, or with `NoAnswer` if the look took too
/// long.
public struct GetAuthorizationStatus<Subject: Capability>: ProcedureConvertible {
    public let procedure: Procedure<(availability: Availability, status: Subject.Status)>

    /// - Parameter limit: The longest time for the look; with zero or less there is no answer.
    public init(_ capability: Subject, within limit: Duration = Deadlines.look) {
        procedure = Procedure("look at \(capability.name)") { context in
            try await context.patience.answer(within: limit, startsHere: true) {
                await Result.of {
                    (await capability.isAvailable(), try await capability.authorizationStatus())
                }
            }.get()
        }
    }
}
