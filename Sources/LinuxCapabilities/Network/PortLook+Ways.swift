import Capabilities
import LinuxSystem
import Procedures

extension PortLook {
    /// Each thing that suffices for a low port, by itself; none for any other port.
    func ways(_ facts: PortFacts, _ claim: PortClaim) -> [Evidence] {
        guard port > 0, port < max(1024, facts.unprivilegedStart) else { return [] }
        let isOpen = port >= facts.unprivilegedStart
        // Where the port is open to all, nobody asked for the capability.
        let isKnown = !isOpen && claim.privilege != .unknown
        return [
            Evidence("CAP_NET_BIND_SERVICE", holds: isKnown ? claim.privilege == .held : nil),
            Evidence(
                "net.ipv4.ip_unprivileged_port_start",
                facts: "\(facts.unprivilegedStart)",
                holds: isOpen
            ),
            // Of others nobody can see what was passed to them.
            Evidence("a socket that systemd passed", holds: claim.subject == nil ? false : nil),
        ]
    }

    /// The refusal of a low port, with what would help, each proven by deciding again with it.
    func lacking(
        _ message: String,
        _ facts: PortFacts,
        _ claim: PortClaim
    ) -> NetworkReachabilityStatus {
        let remedies = PortRemedy.all(for: port).filter {
            refusal($0.applied(to: facts), $0.applied(to: claim)) == nil
        }
        let reason = Reason(
            "needs-capability",
            endpoint.text,
            message,
            cause: .permission,
            evidence: ways(facts, claim),
            remedies: remedies.map(\.remedy)
        )
        return NetworkReachabilityStatus(verdict: .denied([reason]), error: Errno.EACCES)
    }
}
