public import Procedures

/// The procedure that looks: its output says whether the capability can be asked about here, and its
/// status.
///
/// ```swift
/// let look = GetAuthorizationStatus(SystemdUnit("nginx.service"))
/// let (availability, status) = try await queue.run(look).get()
/// ```
///
/// Looking changes nothing. It fails with whatever kept the capability from looking, or with `NoAnswer`
/// where the look took too long.
///
/// - Parameter limit: How long the look may take; with zero and less there is no answer.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func GetAuthorizationStatus<Subject: Capability>(
    _ capability: Subject,
    within limit: Duration = Deadlines.look
) -> Procedure<(availability: Availability, status: Subject.Status)> {
    Procedure("look at \(capability.name)") { context in
        try await context.patience.answer(within: limit, startsHere: true) {
            await Result.of {
                (await capability.isAvailable(), try await capability.authorizationStatus())
            }
        }.get()
    }
}
