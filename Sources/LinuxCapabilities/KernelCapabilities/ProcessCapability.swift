public import Capabilities
public import Kernel
public import LinuxSystem
public import Procedures
import ServiceModel

/// A kernel capability in one of the five sets of a subject, see capabilities(7).
///
/// Kernel capabilities belong to threads. For this process it looks at the calling thread. For another process it looks
/// at all threads, and every one of them must hold the capability. For a user it looks at the sets of a program that
/// the user starts. Only the effective and the permitted set are known then.
public struct ProcessCapability: Capability {
    /// One of the five sets of a thread.
    public enum CapabilitySet: String, CaseIterable, Hashable, Sendable {
        case effective, permitted, inheritable, bounding, ambient
    }

    public let capability: KernelCapability
    public let set: CapabilitySet
    public let subject: Subject
    private let host: Host

    public init(
        _ capability: KernelCapability,
        in set: CapabilitySet = .effective,
        as subject: Subject = .current,
        on host: Host = .live
    ) {
        self.capability = capability
        self.set = set
        self.subject = subject
        self.host = host
    }

    public var name: String {
        self.set == .effective
            ? "capability \(capability)" : "capability \(capability) in \(set.rawValue)"
    }

    public var subjectName: String { subject.description }

    public var requirement: CapabilitySet { self.set }

    public func isAvailable() async -> Availability {
        let last = host.processes.lastCapability
        guard capability.rawValue > last else { return .available }
        let message = "is unknown to this kernel, whose last capability is number \(last)"
        return .unavailable(Reason(.capabilityUnknownToKernel, capability.name, message))
    }

    /// - Throws: The error of the kernel, the name service or systemd that prevented the answer.
    public func authorizationStatus() async throws -> ProcessCapabilityStatus {
        guard subject != .current else {
            let sets = try host.processes.ownSets(around: capability.rawValue)
            let status = ProcessCapabilityStatus(capability, of: sets)
            guard status.isMissing(in: self.set), status.isMissing(in: .effective) else {
                return status
            }
            let own = try host.processes.ownNamespace()
            return status.counting(try host.ownIdentity(), of: subject, from: own)
        }
        switch try await host.identity(of: subject) {
        case .known(let identity):
            let own = try host.processes.ownNamespace()
            func status(of identity: SubjectIdentity) -> ProcessCapabilityStatus {
                ProcessCapabilityStatus(capability, of: identity)
                    .counting(identity, of: subject, from: own)
            }
            func settled(_ identity: SubjectIdentity) -> Verdict {
                let verdict = status(of: identity).meets(self.set)
                return identity.settling(verdict, about: .kernelCapabilities, of: subject)
            }
            let found = status(of: identity)
            let verdict = settled(identity)
            // The remedies of other subjects than services fit them already.
            let proven = try await host.proving(verdict, of: subject, settled)
            if verdict != found.meets(self.set) {
                return ProcessCapabilityStatus(capability, whatever: proven)
            }
            guard case .denied = verdict else {
                return proven == verdict ? found : found.with(remediesOf: proven)
            }
            let (doubt, whole) = try await host.doubt(ofDenied: subject, identity) {
                status(of: $0).meets(self.set)
            }
            if let doubt { return ProcessCapabilityStatus(capability, whatever: doubt) }
            let answer = status(of: whole)
            return proven == verdict ? answer : answer.with(remediesOf: proven)
        case .unknown(let reason):
            return ProcessCapabilityStatus(capability, whatever: .undetermined([reason]))
        }
    }

    /// Returns the assumptions about the subject's confinement, for a question about the effective set. For the other
    /// sets there are no assumptions.
    public func assumptions() async -> [Assumption] {
        guard self.set == .effective else { return [] }
        return await host.assumptions(of: subject, judgingFilters: false)
    }

    /// The present status; for another process also its status when it ends, which its pidfd announces.
    ///
    /// The kernel does not announce changes of the sets themselves, for any subject; `unreported` states this.
    ///
    /// - Throws: `Unwatched` after that.
    public var updates: StatusUpdates<ProcessCapabilityStatus> {
        let unreported = Reason(
            .notWatched,
            name,
            "may come and go, and the kernel does not announce it"
        )
        guard case .process(let pid) = subject else {
            return StatusUpdates(once: unreported) { try await authorizationStatus() }
        }
        return StatusUpdates(unreported: unreported) {
            try await authorizationStatus()
        } whenever: {
            let bell = Bell()
            return Changes([try host.processes.end(ofProcess: pid, waking: bell)], waking: bell)
        }
    }
}

extension ProcessCapability {
    /// Drops all kernel capabilities of this process except some, permanently, and leaves none in effect. A service
    /// does this first. The kept ones are raised for one call by a permit's operations.
    ///
    /// ```swift
    /// @main struct Service {
    ///     static func main() async throws {
    ///         try ProcessCapability.dropAll(keeping: [.netBindService])
    ///         …
    /// ```
    ///
    /// The permitted, bounding, inheritable and ambient sets are lowered, and read back. A set never gains a
    /// capability. A uid of 0 stays as it is: with an empty bounding set no executed program gets any capability.
    ///
    /// By default it also sets `no_new_privs`, so that no program that this process executes gains privilege
    /// from a set-user-ID bit or file capabilities. It cannot be unset, and children inherit it: a service that
    /// runs sudo(8), ping(8) or sendmail(8) passes `noNewPrivileges: false`.
    ///
    /// - Parameters:
    ///   - kept: The capabilities to keep.
    ///   - noNewPrivileges: True to set `PR_SET_NO_NEW_PRIVS`.
    /// - Throws: ``SystemError`` with `EBUSY` in a process of several threads, each of which has its own sets: call it
    ///   before the first `await`; with `EPERM` if the bounding set has more, and CAP_SETPCAP is not permitted; with
    ///   `EIO` if the sets read back differ. After an error some capabilities may be dropped already: end the process.
    /// - SeeAlso: capabilities(7), `PR_SET_NO_NEW_PRIVS` in prctl(2).
    public static func dropAll(
        keeping kept: Set<KernelCapability> = [],
        noNewPrivileges: Bool = true
    ) throws(SystemError) {
        try CapabilityCalls.dropAll(
            keeping: KernelCapabilitySet(Array(kept)),
            noNewPrivileges: noNewPrivileges
        )
    }
}
