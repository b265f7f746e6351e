public import AccessModel
public import Capabilities
import LinuxSystem
import Procedures

/// Which of the five sets hold one kernel capability.
public struct ProcessCapabilityStatus: AuthorizationStatus, Hashable {
    public let capability: KernelCapability
    /// The sets that hold it, in every thread that was looked at.
    public let holders: Set<ProcessCapability.CapabilitySet>
    /// Of the sets that hold it in some threads only, the first thread that lacks it.
    private let lacking: [ProcessCapability.CapabilitySet: Int32]
    /// That there is nobody to hold it.
    private let absence: Reason?

    init(_ capability: KernelCapability, of threads: [ThreadSets]) {
        self.capability = capability
        var holders: Set<ProcessCapability.CapabilitySet> = []
        var lacking: [ProcessCapability.CapabilitySet: Int32] = [:]
        for set in ProcessCapability.CapabilitySet.allCases {
            let without = threads.filter { !$0.sets.contains(capability, in: set) }
            if without.isEmpty { holders.insert(set) }
            if without.count < threads.count { lacking[set] = without.first?.thread }
        }
        (self.holders, self.lacking, absence) = (holders, lacking, nil)
    }

    init(_ capability: KernelCapability, ofNobody subject: Subject) {
        self.capability = capability
        (holders, lacking) = ([], [:])
        absence = Reason("subject-missing", subject.description, "does not exist here")
    }

    public func meets(_ requirement: ProcessCapability.CapabilitySet) -> Verdict {
        if let absence { return .denied([absence]) }
        let evidence = evidence(about: requirement)
        if holders.contains(requirement) {
            let message = "is in the \(requirement.rawValue) set"
            return .authorized([
                Reason("capability-held", capability.name, message, evidence: evidence)
            ])
        }
        return .denied([
            Reason(
                "capability-missing",
                capability.name,
                whereMissing(requirement),
                cause: .permission,
                evidence: evidence
            )
        ])
    }

    private func whereMissing(_ requirement: ProcessCapability.CapabilitySet) -> String {
        if let thread = lacking[requirement] {
            return
                "is not in the \(requirement.rawValue) set of thread \(thread), but in that of others"
        }
        let elsewhere = ProcessCapability.CapabilitySet.allCases.filter(holders.contains)
            .map(\.rawValue).joined(separator: ", ")
        if !elsewhere.isEmpty {
            return "is not in the \(requirement.rawValue) set, only in \(elsewhere)"
        }
        return lacking.isEmpty
            ? "is in none of the five sets" : "is in the \(requirement.rawValue) set of no thread"
    }

    /// All five sets, since a capability that is missing in one may be in another.
    private func evidence(about requirement: ProcessCapability.CapabilitySet) -> [Evidence] {
        ProcessCapability.CapabilitySet.allCases.map { set in
            let holds = holders.contains(set)
            let thread = lacking[set].map { " in thread \($0)" } ?? ""
            return Evidence(
                set.rawValue,
                facts: holds ? capability.name : "without \(capability.name)\(thread)",
                holds: set == requirement ? holds : nil
            )
        }
    }
}

extension CapabilitySets {
    fileprivate func contains(
        _ capability: KernelCapability,
        in set: ProcessCapability.CapabilitySet
    ) -> Bool { KernelCapabilitySet(mask: mask(of: set)).contains(capability) }

    private func mask(of set: ProcessCapability.CapabilitySet) -> UInt64 {
        switch set {
        case .effective: effective
        case .permitted: permitted
        case .inheritable: inheritable
        case .bounding: bounding
        case .ambient: ambient
        }
    }
}
