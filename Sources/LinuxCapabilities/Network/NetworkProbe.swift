package import LinuxSystem

/// Answers questions about the network, from the network namespace of the thread that asks.
package protocol NetworkProbe: Sendable {
    /// All addresses of a host, in the order in which programs would try them.
    func addresses(of host: RemoteHost) async throws -> Resolution

    /// Connects and hangs up at once.
    func connect(_ transport: Transport, to address: SocketAddress) async throws -> ConnectOutcome

    /// Everything that a bind of a port depends on, whoever makes it.
    func portFacts(
        _ transport: Transport,
        _ address: IPAddress,
        _ port: UInt16
    ) async throws -> PortFacts

    /// Whose kernel capabilities count over the network; our own user namespace is the last.
    func owners() async throws -> NamespaceOwners

    /// The sockets that a process holds; nil is this one.
    func socketInodes(ofProcess pid: Int32?) async throws -> Set<UInt32>

    /// The network that another process is in, to be asked the same.
    func network(ofProcess pid: Int32) -> any NetworkProbe
}

/// What decides whether a port can be bound, see bind(2) and ip(7).
package struct PortFacts: Hashable, Sendable {
    /// 0, or what bind(2) says of the address whatever the port.
    package var addressRefusal: Int32
    /// `net.ipv4.ip_unprivileged_port_start`.
    package var unprivilegedStart: UInt16
    /// `net.ipv6.bindv6only`.
    package var bindsOnlyIPv6: Bool
    /// The sockets that have the port.
    package var holders: [PortSocket]

    package init(
        addressRefusal: Int32 = 0,
        unprivilegedStart: UInt16 = 1024,
        bindsOnlyIPv6: Bool = false,
        holders: [PortSocket] = []
    ) {
        self.addressRefusal = addressRefusal
        self.unprivilegedStart = unprivilegedStart
        self.bindsOnlyIPv6 = bindsOnlyIPv6
        self.holders = holders
    }
}
