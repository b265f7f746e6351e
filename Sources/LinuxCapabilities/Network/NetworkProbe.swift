package import LinuxSystem

/// Answers questions about the network, from the network namespace of the thread that asks.
package protocol NetworkProbe: Sendable {
    /// All addresses of a host, in the order in which programs would try them.
    func addresses(of host: RemoteHost) async throws -> Resolution

    /// Connects and hangs up at once.
    func connect(_ transport: Transport, to address: SocketAddress) async throws -> ConnectOutcome

    /// Everything that a bind of a port depends on.
    func portFacts(_ transport: Transport, _ address: IPAddress, _ port: UInt16) throws -> PortFacts
}

/// What decides whether a port can be bound, see bind(2) and ip(7).
package struct PortFacts: Hashable, Sendable {
    /// 0, or what bind(2) says of the address whatever the port.
    package var addressRefusal: Int32
    /// `net.ipv4.ip_unprivileged_port_start`.
    package var unprivilegedStart: UInt16
    /// Whether the thread holds CAP_NET_BIND_SERVICE over the owner of its network namespace.
    package var hasNetBindService: Bool
    /// The sockets that have the port.
    package var holders: [PortSocket]
    /// The sockets of this process.
    package var ownInodes: Set<UInt32>

    package init(
        addressRefusal: Int32 = 0,
        unprivilegedStart: UInt16 = 1024,
        hasNetBindService: Bool = false,
        holders: [PortSocket] = [],
        ownInodes: Set<UInt32> = []
    ) {
        self.addressRefusal = addressRefusal
        self.unprivilegedStart = unprivilegedStart
        self.hasNetBindService = hasNetBindService
        self.holders = holders
        self.ownInodes = ownInodes
    }
}
