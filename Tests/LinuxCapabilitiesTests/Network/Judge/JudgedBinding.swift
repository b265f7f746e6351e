import AccessModel
import Kernel
import LinuxCapabilities
import LinuxSystem
import TestSupport

/// A random bind.
struct JudgedBinding {
    let transport: String
    let address: String
    /// The port; 0 asks for any free port.
    let port: UInt16

    init(_ random: inout SplitMix) {
        transport = JudgedNetwork.transport(&random)
        address = JudgedNetwork.address(&random)
        port = ([0] + JudgedNetwork.ports).randomElement(using: &random) ?? 0
    }

    var line: String { "bind \(transport) \(address) \(port)" }

    /// The endpoint in the form of policies, which have no port 0.
    var endpoint: String {
        let isIPv6 = address.contains(":")
        return "\(transport):\(isIPv6 ? "[\(address)]" : address):\(port)"
    }

    /// Returns the rule's answer for port 0, which no endpoint can ask for.
    func errorOfAnyPort(on network: any NetworkProbe) async throws -> Int32? {
        let ip = try IPAddress(address)
        let facts = try await network.portFacts(transport == "tcp" ? .tcp : .udp, ip, 0)
        let rule = PortBinding(
            transport == "tcp" ? .tcp : .udp,
            ip,
            onlyIPv6: facts.bindsOnlyIPv6,
            port: 0
        )
        let refusal = rule.refusal(
            addressRefusal: facts.addressRefusal,
            unprivilegedStart: facts.unprivilegedStart,
            hasNetBindService: false,
            holders: facts.holders.map { $0.with(reusesAddress: nil) }
        )
        switch refusal {
        case nil: return 0
        case .addressRefused(let error): return error.rawValue
        case .needsNetBindService: return Errno.EACCES.rawValue
        case .held, .perhapsHeld: return Errno.EADDRINUSE.rawValue
        }
    }
}
