import LinuxCapabilities
import Policies
import PolicyLanguage

/// Finds services on ports that Linux uses for outgoing connections.
struct EphemeralPort: LintRule {
    static let id = "ephemeral-port"
    static let severity = LintFinding.Severity.warning
    static let summary = "a port to bind is in the range of outgoing connections"

    /// The default of `ip_local_port_range`, see ip(7).
    private static let ports: ClosedRange<UInt16> = 32768...60999

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard placed.isWanted, !placed.isCondition, let use = placed.use,
                use.name == "bind", let port = placed.endpoint?.port, Self.ports ~= port
            else { return nil }
            return Self.finding(
                at: use.value.location,
                "port \(port) is between 32768 and 60999, the ports of outgoing connections",
                help: "use one outside, or reserve it in `net.ipv4.ip_local_reserved_ports`"
            )
        }
    }
}

extension Endpoint {
    fileprivate var port: UInt16? {
        switch form {
        case .tcp(_, let port), .udp(_, let port): port
        case .unix, .abstract, .invalid: nil
        }
    }
}
