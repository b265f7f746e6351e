public import AccessModel
public import Capabilities
import LinuxSystem
import Procedures

/// A kernel capability in one of the five sets of a subject, see capabilities(7).
///
/// Kernel capabilities belong to threads: for this process it looks at the calling one, for another at
/// all, every one of which has to hold it.
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
        of subject: Subject = .current,
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

    public var requirement: CapabilitySet { self.set }

    public func isAvailable() async -> Availability {
        if let reason = notJudged { return .unavailable(reason) }
        do {
            let last = try host.processes.lastCapability()
            guard capability.rawValue > last else { return .available }
            let message = "is unknown to this kernel, whose last capability is number \(last)"
            return .unavailable(Reason("capability-unknown-to-kernel", capability.name, message))
        } catch {
            return .unavailable(Reason("look-failed", capability.name, "\(error)"))
        }
    }

    /// - Throws: what the kernel says where it does not tell; for a user or a unit, that it is not judged.
    public func authorizationStatus() async throws -> ProcessCapabilityStatus {
        if let reason = notJudged { throw SubjectNotJudged(reason: reason) }
        guard case .process(let pid) = subject else {
            let own = try host.processes.ownSets(around: capability.rawValue)
            return ProcessCapabilityStatus(capability, of: [ThreadSets(thread: 0, sets: own)])
        }
        do {
            return ProcessCapabilityStatus(capability, of: try host.processes.sets(ofProcess: pid))
        } catch  where error.code == Errno.ESRCH {
            return ProcessCapabilityStatus(capability, ofNobody: subject)
        }
    }

    private var notJudged: Reason? {
        if case .process = subject { nil } else { subject.notJudged(name) }
    }
}
