import AccessModel
import LinuxSystem

/// The network of this machine, as the calling thread has it.
struct LiveNetwork: NetworkProbe {
    /// The caller's own deadline ends a wait earlier; the kernel's gives up on TCP after 127 seconds.
    private static let limit = Duration.seconds(130)

    func addresses(of host: RemoteHost) async throws -> Resolution { try await resolve(host) }

    func connect(_ transport: Transport, to address: SocketAddress) async throws -> ConnectOutcome {
        try await LinuxSystem.connect(transport, to: address, within: Self.limit)
    }

    func portFacts(_ transport: Transport, _ address: IPAddress, _ port: UInt16) throws -> PortFacts
    {
        var facts = PortFacts(
            addressRefusal: try bindRefusal(of: address),
            unprivilegedStart: try unprivilegedPortStart(),
            holders: try sockets(transport, port: port, .all)
        )
        let effective = KernelCapabilitySet(mask: try CapabilityCalls.ownThreeSets().effective)
        if effective.contains(.netBindService) {
            facts.hasNetBindService = try NetworkNamespace.isWithinOwnUserNamespace()
        }
        if !facts.holders.isEmpty { facts.ownInodes = try socketInodes() }
        return facts
    }
}
