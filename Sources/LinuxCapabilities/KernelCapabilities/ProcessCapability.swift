public import AccessModel
public import Capabilities
import LinuxSystem
import Procedures

/// A kernel capability in one of the five sets of a subject, see capabilities(7).
///
/// For the process itself it looks at the calling thread: kernel capabilities belong to threads.
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

    public var requirement: CapabilitySet { self.set }

    public func isAvailable() async -> Availability {
        if let reason = subject.notJudged(name) { return .unavailable(reason) }
        do {
            let last = try host.processes.lastCapability()
            guard capability.rawValue > last else { return .available }
            let message = "is unknown to this kernel, whose last capability is number \(last)"
            return .unavailable(Reason("capability-unknown-to-kernel", capability.name, message))
        } catch {
            return .unavailable(Reason("look-failed", capability.name, "\(error)"))
        }
    }

    /// - Throws: what the kernel says where it does not tell; for another subject, that it is not judged.
    public func authorizationStatus() async throws -> ProcessCapabilityStatus {
        // The sets of this thread say nothing about anybody else's.
        if let reason = subject.notJudged(name) { throw SubjectNotJudged(reason: reason) }
        let sets = try host.processes.ownSets(around: capability.rawValue)
        let holders = CapabilitySet.allCases.filter { set in
            KernelCapabilitySet(mask: sets.mask(of: set)).contains(capability)
        }
        return ProcessCapabilityStatus(capability: capability, holders: Set(holders))
    }
}

extension CapabilitySets {
    fileprivate func mask(of set: ProcessCapability.CapabilitySet) -> UInt64 {
        switch set {
        case .effective: effective
        case .permitted: permitted
        case .inheritable: inheritable
        case .bounding: bounding
        case .ambient: ambient
        }
    }
}

/// Which of a thread's five sets hold one kernel capability.
public struct ProcessCapabilityStatus: AuthorizationStatus, Hashable {
    public let capability: KernelCapability
    public let holders: Set<ProcessCapability.CapabilitySet>

    public func meets(_ requirement: ProcessCapability.CapabilitySet) -> Verdict {
        let evidence = evidence(about: requirement)
        if holders.contains(requirement) {
            let message = "is in the \(requirement.rawValue) set"
            return .authorized([
                Reason("capability-held", capability.name, message, evidence: evidence)
            ])
        }
        let elsewhere = ProcessCapability.CapabilitySet.allCases.filter(holders.contains)
            .map(\.rawValue).joined(separator: ", ")
        let message =
            holders.isEmpty
            ? "is in none of the five sets"
            : "is not in the \(requirement.rawValue) set, only in \(elsewhere)"
        return .denied([
            Reason(
                "capability-missing",
                capability.name,
                message,
                cause: .permission,
                evidence: evidence
            )
        ])
    }

    /// All five sets, since a capability that is missing in one may be in another.
    private func evidence(about requirement: ProcessCapability.CapabilitySet) -> [Evidence] {
        ProcessCapability.CapabilitySet.allCases.map { set in
            let holds = holders.contains(set)
            return Evidence(
                set.rawValue,
                facts: holds ? capability.name : "without \(capability.name)",
                holds: set == requirement ? holds : nil
            )
        }
    }
}
