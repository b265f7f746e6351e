import AccessModel
import Capabilities
import Kernel
import Procedures

/// The facts that decide whether a subject may have a kind of socket.
struct SocketClaim {
    /// The groups of `net.ipv4.ping_group_range`; nil if they are not known.
    var groups: PingGroups?
    /// The effect of CAP_NET_RAW for the threads that no group permits.
    var privilege: PortClaim.Privilege
    /// The threads that no group permits.
    var lacking: [SubjectCredentials]
    /// True if a group may be another one than it seems.
    var mayBeOthers: Bool

    /// True if the socket is permitted; nil if that is not known.
    private var isPermitted: Bool? {
        if privilege == .held { return true }
        if mayBeOthers { return nil }
        if lacking.isEmpty { return true }
        return privilege == .unknown ? nil : false
    }

    func verdict(on kind: SocketCreation.Kind, of subject: NetworkSubject) -> Verdict {
        let who = subject.name ?? "this process"
        let evidence = evidence(kind)
        let need = kind.isICMP ? "a group of \(setting), or CAP_NET_RAW" : "CAP_NET_RAW"
        switch isPermitted {
        case true?:
            let way = privilege == .held ? "has CAP_NET_RAW" : "has a group of \(setting)"
            let message = "\(who) \(way)"
            return .authorized([
                Reason(
                    .socketPermitted,
                    kind.rawValue,
                    message,
                    evidence: evidence,
                    basis: .model
                )
            ])
        case false?:
            let reason = Reason(
                .needsCapability,
                kind.rawValue,
                "needs \(need), and \(lack(who, kind))",
                cause: .permission,
                evidence: evidence,
                remedies: remedies(kind),
                basis: .model
            )
            return .denied([reason])
        case nil:
            let message = "needs \(need), and it is not known whether \(who) has it"
            return .undetermined([
                Reason(.capabilityUnknown, kind.rawValue, message, evidence: evidence)
            ])
        }
    }

    private var setting: String { "net.ipv4.ping_group_range" }

    private func lack(_ who: String, _ kind: SocketCreation.Kind) -> String {
        switch privilege {
        case .lacking(let thread?): "thread \(thread) of \(who) does not have it"
        case .elsewhere: "no kernel capability of \(who) counts on its network"
        case .held, .lacking(nil), .unknown: "\(who) \(kind.isICMP ? "has neither" : "lacks it")"
        }
    }

    /// Returns the evidence, each way by itself.
    private func evidence(_ kind: SocketCreation.Kind) -> [Evidence] {
        let capability = Evidence(
            "CAP_NET_RAW",
            holds: privilege == .unknown ? nil : privilege == .held
        )
        guard kind.isICMP else { return [capability] }
        let facts = groups.map { $0.isEmpty ? "no group" : "\($0.first) to \($0.last)" }
        let range = Evidence(
            setting,
            facts: facts ?? "not known",
            holds: mayBeOthers ? nil : lacking.isEmpty
        )
        return [range, capability]
    }

    /// Returns the remedies, least privilege first. Each is proven by deciding again with it.
    private func remedies(_ kind: SocketCreation.Kind) -> [Remedy] {
        var widened = self
        let groups = groups?.including(lacking.map(\.group.effective))
        widened.groups = groups
        widened.lacking = lacking.filter { groups?.permits($0) != true }
        var raised = self
        if case .lacking = privilege { raised.privilege = .held }
        let byGroup = kind.isICMP && widened.isPermitted == true ? groups.map(rangeRemedy) : nil
        let byCapability = raised.isPermitted == true ? CapabilityRemedy(.netRaw).remedy : nil
        return [byGroup, byCapability].compactMap(\.self)
    }

    private func rangeRemedy(_ groups: PingGroups) -> Remedy {
        Remedy(
            "sysctl \(setting)=\"\(groups.first) \(groups.last)\"",
            note: "lets every process of these groups on its network send ICMP echo, and no more"
        )
    }
}
