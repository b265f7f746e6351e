import Kernel
import Procedures

/// A change that can let a subject have a low port.
enum PortRemedy: Hashable {
    case netBindService
    /// `net.ipv4.ip_unprivileged_port_start` no higher than the port.
    case unprivilegedStart(UInt16)

    /// Returns the changes to try for a port, least privilege first.
    static func all(for port: UInt16) -> [PortRemedy] {
        [.netBindService, .unprivilegedStart(port)]
    }

    func applied(to facts: PortFacts) -> PortFacts {
        guard case .unprivilegedStart(let port) = self else { return facts }
        var facts = facts
        facts.unprivilegedStart = port
        return facts
    }

    /// Returns the claim with the change. A kernel capability that counts only in another namespace does not help.
    func applied(to claim: PortClaim) -> PortClaim {
        guard self == .netBindService, case .lacking = claim.privilege else { return claim }
        return claim.with(.held)
    }

    /// The command for the change, with its other effects.
    var remedy: Remedy {
        switch self {
        case .netBindService:
            CapabilityRemedy(.netBindService).remedy
        case .unprivilegedStart(let port):
            Remedy(
                "sysctl net.ipv4.ip_unprivileged_port_start=\(port)",
                note:
                    "lets every user on its network bind every port from \(port) on, until the next start "
                    + "of the machine"
            )
        }
    }
}
