public import Procedures

/// The present answer of the system, and whether it satisfies a requirement.
public protocol AuthorizationStatus: Sendable {
    /// The requirement; `Void` if there is nothing to choose.
    associatedtype Requirement: Sendable

    func meets(_ requirement: Requirement) -> Verdict

    /// True if the answer holds for one request only, and no later look finds it. False by default: then the look after
    /// a request decides. Of several concurrent callers only one gets such a yes. It admits the attempt for which it
    /// was asked, also after a wait for exclusion.
    var isForThisOnce: Bool { get }
}

extension AuthorizationStatus {
    public var isForThisOnce: Bool { false }
}

/// The answer whether a capability can be asked about on this system, with the reason if it cannot.
public enum Availability: Hashable, Sendable {
    case available
    case unavailable(Reason)
}

/// Something that the system may let a subject do.
///
/// A capability of your own needs a name, a requirement, and a way to look:
///
/// ```swift
/// struct SpareRoom: Capability {
///     let path: String
///     var name: String { "1 GiB free at \(path)" }
///     var requirement: Int { 1 << 30 }
///     func authorizationStatus() async throws -> FreeBytes { … }
/// }
/// ```
///
/// Two capabilities are equal if they ask the same of the same resource, for the same subject, on the same host.
public protocol Capability: Hashable, Sendable {
    associatedtype Status: AuthorizationStatus

    /// The object that a permit holds, such as an open descriptor or a bound socket. Nothing by default.
    associatedtype Held: Sendable = Never

    /// The name in a report: `read /etc/ssl/private/site.key`.
    var name: String { get }

    var requirement: Status.Requirement { get }

    /// The subject's name in a log: `user www-data`. This process by default.
    var subjectName: String { get }

    /// Returns whether a look makes sense here. It does not, for example, without systemd or a kernel feature.
    /// Available by default.
    func isAvailable() async -> Availability

    /// Looks at the present status, and changes nothing.
    ///
    /// - Throws: The error that prevented the look. It is no answer, and never a yes.
    func authorizationStatus() async throws -> Status

    /// Asks for the missing permission, then returns the present status. The default only looks again, because most of
    /// Linux cannot be asked for a permission.
    ///
    /// An authorization that it obtains may last no longer than the returned status. The caller keeps the status until
    /// it has looked.
    func requestAuthorization() async throws -> Status

    /// Looks for a caller that will use the judged object, which it gets with the permit. The default looks and holds
    /// nothing.
    func look() async throws -> Look<Self>

    /// Returns the present assumptions of a yes. It is called after each yes, and only then. None by default.
    func assumptions() async -> [Assumption]

    /// The present status, then a new one after each change. By default only the present one, because nothing announces
    /// changes.
    var updates: StatusUpdates<Status> { get }
}

extension Capability {
    public var subjectName: String { "this process" }

    public func isAvailable() async -> Availability { .available }

    public func requestAuthorization() async throws -> Status { try await authorizationStatus() }

    public func look() async throws -> Look<Self> { Look(try await authorizationStatus()) }

    public func assumptions() async -> [Assumption] { [] }

    public var updates: StatusUpdates<Status> {
        let message = "may change at any time without notice; look at it when you need it"
        return StatusUpdates(once: Reason(.notWatched, name, message)) {
            try await authorizationStatus()
        }
    }

    /// Looks, and judges the status by the requirement. Any failure is no answer.
    public func verdict() async -> Verdict {
        await found(holding: false).verdict
    }

    /// Adds the assumptions to a yes. Every verdict that is shown, or that admits work, passes through here.
    func assuming(_ verdict: Verdict) async -> Verdict {
        verdict.isAuthorized ? verdict.assuming(await assumptions(), about: name) : verdict
    }

    /// Judges an element of ``updates`` by the requirement. A look that failed is no answer. The assumptions of a yes
    /// are not looked up.
    public func verdict(of update: Result<Status, any Error>) -> Verdict {
        switch update {
        case .success(let status): status.meets(requirement)
        case .failure(let error as NoAnswer): .undetermined([error.reason(of: name)])
        case .failure(let error): .undetermined([Reason(.lookFailed, name, "\(error)")])
        }
    }
}
