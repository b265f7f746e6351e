public import Procedures

/// The procedure that looks: its output says whether the capability can be asked about here, and its
/// status.
///
/// ```swift
/// let look = GetAuthorizationStatus(SystemdUnit("nginx.service"))
/// let (availability, status) = try await queue.run(look).get()
/// ```
///
/// Looking changes nothing. It fails with whatever kept the capability from looking.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func GetAuthorizationStatus<Subject: Capability>(
    _ capability: Subject
) -> Procedure<(availability: Availability, status: Subject.Status)> {
    Procedure("look at \(capability.name)") {
        (await capability.isAvailable(), try await capability.authorizationStatus())
    }
}
