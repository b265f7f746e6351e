public import Procedures

/// What the system says now, and whether that is enough.
public protocol AuthorizationStatus: Sendable {
    /// What is asked; `Void` when there is nothing to choose.
    associatedtype Requirement: Sendable

    func meets(_ requirement: Requirement) -> Verdict

    /// Whether the answer is meant for the one request and no other, so that no later look finds it. False by
    /// default: then the look after a request decides. Of those who ask at the same time, only one is given
    /// such a yes; it lets in the attempt for which it was asked, after a wait for exclusion too.
    var isForThisOnce: Bool { get }
}

extension AuthorizationStatus {
    public var isForThisOnce: Bool { false }
}

/// Whether a capability can be asked about at all on this system, and if not, why.
public enum Availability: Hashable, Sendable {
    case available
    case unavailable(Reason)
}

/// Something that the system may let a subject do.
///
/// A capability of your own needs a name, what it requires, and a way to look:
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
/// Two capabilities are equal when they ask the same of the same resource, for the same subject, on
/// the same host.
public protocol Capability: Hashable, Sendable {
    associatedtype Status: AuthorizationStatus

    /// What a permit holds on to: an open descriptor, a bound socket. Nothing by default.
    associatedtype Held: Sendable = Never

    /// As a report says it: `read /etc/ssl/private/site.key`.
    var name: String { get }

    var requirement: Status.Requirement { get }

    /// Who is asked about, as a log says it: `user www-data`. This process by default.
    var subjectName: String { get }

    /// Whether looking makes sense here: no systemd, no such kernel feature. Available by default.
    func isAvailable() async -> Availability

    /// Looks, and changes nothing.
    ///
    /// - Throws: whatever kept it from looking; that is no answer, and never a yes.
    func authorizationStatus() async throws -> Status

    /// Asks for what is missing, then tells how things stand. The default only looks again: most of
    /// Linux cannot be asked for a permission, only found to grant it.
    ///
    /// What it obtains may last no longer than the status: whoever asked keeps that until they have looked.
    func requestAuthorization() async throws -> Status

    /// Looks for somebody who goes on to use what was judged, and gets it with the permit. The default
    /// looks and holds nothing.
    func look() async throws -> Look<Self>

    /// Returns what a yes takes for granted at present. It is asked for after each yes, and for nothing else.
    /// Nothing by default.
    func assumptions() async -> [Assumption]

    /// The present status, then the later ones as something changes. By default the present one alone,
    /// since nothing is known that tells.
    var updates: StatusUpdates<Status> { get }
}

extension Capability {
    public var subjectName: String { "this process" }

    public func isAvailable() async -> Availability { .available }

    public func requestAuthorization() async throws -> Status { try await authorizationStatus() }

    public func look() async throws -> Look<Self> { Look(try await authorizationStatus()) }

    public func assumptions() async -> [Assumption] { [] }

    public var updates: StatusUpdates<Status> {
        let message = "may change at any time, and nothing tells when; look at it when you need it"
        return StatusUpdates(once: Reason(.notWatched, name, message)) {
            try await authorizationStatus()
        }
    }

    /// Looks, and judges what was seen by the requirement. Whatever goes wrong is no answer.
    public func verdict() async -> Verdict {
        await found(holding: false).verdict
    }

    /// A yes with what it takes for granted: every verdict that is shown or lets work in passes through here.
    func assuming(_ verdict: Verdict) async -> Verdict {
        verdict.isAuthorized ? verdict.assuming(await assumptions(), about: name) : verdict
    }

    /// Judges an element of ``updates`` by the requirement. A look that failed is no answer. What a yes takes
    /// for granted is not looked up.
    public func verdict(of update: Result<Status, any Error>) -> Verdict {
        switch update {
        case .success(let status): status.meets(requirement)
        case .failure(let error as NoAnswer): .undetermined([error.reason(of: name)])
        case .failure(let error): .undetermined([Reason(.lookFailed, name, "\(error)")])
        }
    }
}
