public import Capabilities
public import Kernel
import LinuxSystem
import Procedures

/// The presence of one kernel capability in the five sets of a subject.
public struct ProcessCapabilityStatus: AuthorizationStatus, Hashable {
    public let capability: KernelCapability
    /// The sets that hold it in every thread that was looked at.
    public var holders: Set<ProcessCapability.CapabilitySet> {
        Set(ProcessCapability.CapabilitySet.allCases.filter { findings[$0] == .held })
    }

    private enum Finding: Hashable {
        case held, missing, unknown
        /// Some threads hold it; the value is the first thread that does not.
        case lacking(thread: Int32)
    }

    /// The findings of the five sets, stored inline because every gate makes a look.
    private struct Findings: Hashable {
        private let effective, permitted, inheritable, bounding, ambient: Finding

        init(_ find: (ProcessCapability.CapabilitySet) -> Finding) {
            effective = find(.effective)
            permitted = find(.permitted)
            inheritable = find(.inheritable)
            bounding = find(.bounding)
            ambient = find(.ambient)
        }

        subscript(set: ProcessCapability.CapabilitySet) -> Finding {
            switch set {
            case .effective: effective
            case .permitted: permitted
            case .inheritable: inheritable
            case .bounding: bounding
            case .ambient: ambient
            }
        }
    }

    private let findings: Findings
    /// The remedies for a denial of the effective set; nil for the usual one.
    private var remedies: [Remedy]?
    private var place: SubjectPlace?
    /// The verdict for every set, if there was no subject to look at.
    private var verdict: Verdict?
    /// The threads for which a denial must hold, and what each could reach by itself; nil if that is not counted.
    private var counted: Counted?

    private struct Counted: Hashable {
        let subject: Subject
        let identity: SubjectIdentity
        let reach: [ReachFinding]
    }

    init(_ capability: KernelCapability, whatever verdict: Verdict) {
        self.capability = capability
        self.verdict = verdict
        findings = Findings { _ in .unknown }
    }

    init(_ capability: KernelCapability, of own: KernelCapabilitySets) {
        self.capability = capability
        findings = Findings { own.set(of: $0).contains(capability) ? .held : .missing }
    }

    init(_ capability: KernelCapability, of identity: SubjectIdentity) {
        self.capability = capability
        place = identity.place
        let everyone = identity.everyone
        findings = Findings { set in
            let without = everyone.filter { $0.sets.set(of: set)?.contains(capability) == false }
            guard let first = without.first else {
                let isKnown = everyone.allSatisfy { $0.sets.set(of: set) != nil }
                return isKnown ? .held : .unknown
            }
            let others = without.count < everyone.count
            return others ? .lacking(thread: first.thread ?? 0) : .missing
        }
    }

    public func meets(_ requirement: ProcessCapability.CapabilitySet) -> Verdict {
        if let verdict { return verdict }
        switch findings[requirement] {
        case .held: return held(in: requirement)
        case .unknown:
            let message = "is not known to be in the \(requirement.rawValue) set of a user"
            return .undetermined([Reason(.capabilitySetUnknown, capability.name, message)])
        case .lacking where requirement != .effective:
            return .undetermined([reason(.withinReach, requirement, whereMissing(requirement))])
        case .missing, .lacking:
            var reason = reason(
                .capabilityMissing,
                requirement,
                whereMissing(requirement),
                .permission
            )
            guard requirement == .effective else { return .denied([reason]) }
            reason.remedies = remedies ?? [CapabilityRemedy(capability).remedy]
            guard let counted else { return .denied([reason]) }
            return .of(
                counted.subject,
                counted.identity,
                [.denied([reason])],
                reach: counted.reach
            )
        }
    }

    /// Returns whether a thread lacks it in this set, or may lack it.
    func isMissing(in set: ProcessCapability.CapabilitySet) -> Bool {
        verdict == nil && findings[set] != .held
    }

    /// Returns the status with the threads that could raise the capability by themselves, if it is not in effect.
    ///
    /// - Parameter own: The user namespace of the asking process.
    func counting(
        _ identity: SubjectIdentity,
        of subject: Subject,
        from own: UserNamespace
    ) -> Self {
        guard isMissing(in: .effective) else { return self }
        var status = self
        let reach = identity.reach(of: subject, for: capability, from: own) { [capability] in
            $0.sets.effective.contains(capability)
        }
        status.counted = Counted(subject: subject, identity: identity, reach: reach)
        return status
    }

    /// Returns the status with the remedies of a verdict about it.
    func with(remediesOf verdict: Verdict) -> Self {
        var status = self
        status.remedies = verdict.reasons.flatMap(\.remedies)
        return status
    }

    private func held(in set: ProcessCapability.CapabilitySet) -> Verdict {
        let message = "is in the \(set.rawValue) set"
        guard let place else { return .authorized([reason(.capabilityHeld, set, message)]) }
        switch place.namespaces {
        case .success(let theirs) where place.isInOurUserNamespace == false:
            let scope = ", but is valid only in the user namespace of the process, \(theirs.user)"
            return .authorized([reason(.capabilityHeld, set, message + scope)])
        case .success: return .authorized([reason(.capabilityHeld, set, message)])
        case .failure(let error):
            let doubt =
                "\(message), but its user namespace is not known: \(error)"
            return .undetermined([reason(.namespaceUnreadable, set, doubt)])
        }
    }

    private func whereMissing(_ set: ProcessCapability.CapabilitySet) -> String {
        if case .lacking(let thread) = findings[set] {
            return "is not in the \(set.rawValue) set of thread \(thread), but in that of others"
        }
        let elsewhere = ProcessCapability.CapabilitySet.allCases.filter { findings[$0] == .held }
            .reduce(into: "") { $0 += $0.isEmpty ? $1.rawValue : ", \($1.rawValue)" }
        if !elsewhere.isEmpty { return "is not in the \(set.rawValue) set, only in \(elsewhere)" }
        let isNowhere = ProcessCapability.CapabilitySet.allCases.allSatisfy {
            findings[$0] == .missing
        }
        return isNowhere ? "is in none of the five sets" : "is not in the \(set.rawValue) set"
    }

    private func reason(
        _ code: ReasonCode,
        _ set: ProcessCapability.CapabilitySet,
        _ message: String,
        _ cause: Reason.Cause = .other
    ) -> Reason {
        Reason(code, capability.name, message, cause: cause, evidence: evidence(about: set))
    }

    /// Returns evidence of all five sets, because a capability that is missing in one may be in another.
    private func evidence(about requirement: ProcessCapability.CapabilitySet) -> [Evidence] {
        ProcessCapability.CapabilitySet.allCases.map { set in
            let (facts, holds) =
                switch findings[set] {
                case .held: (capability.name, true as Bool?)
                case .missing: ("without \(capability.name)", false)
                case .lacking(let thread): ("without \(capability.name) in thread \(thread)", false)
                case .unknown: ("not known", nil)
                }
            return Evidence(set.rawValue, facts: facts, holds: set == requirement ? holds : nil)
        }
    }
}

extension KernelCapabilitySets {
    fileprivate func set(of set: ProcessCapability.CapabilitySet) -> KernelCapabilitySet {
        switch set {
        case .effective: effective
        case .permitted: permitted
        case .inheritable: inheritable
        case .bounding: bounding
        case .ambient: ambient
        }
    }
}

extension SubjectCredentials.KnownSets {
    fileprivate func set(of set: ProcessCapability.CapabilitySet) -> KernelCapabilitySet? {
        switch set {
        case .effective: effective
        case .permitted: permitted
        case .inheritable: inheritable
        case .bounding: bounding
        case .ambient: ambient
        }
    }
}
