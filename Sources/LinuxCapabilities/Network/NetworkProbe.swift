package import AccessModel
import Capabilities
package import Kernel
package import LinuxSystem
import Procedures

/// Answers questions about the network, from the network namespace of the thread that asks.
package protocol NetworkProbe: Sendable {
    /// All addresses of a host, in the order in which programs would try them.
    func addresses(of host: RemoteHost) async throws -> Resolution

    /// Connects; whoever does not keep the connection hangs up.
    func connect(_ transport: Transport, to address: SocketAddress) async throws -> ConnectAttempt

    /// The way that packets to an address take; nil is the user that asks.
    func route(to address: IPAddress, forUser user: UInt32?) async throws -> RouteAnswer

    /// The users of each rule of routing that is for some users alone.
    func routingRules() async throws -> RoutingRules

    /// Everything that a bind of a port depends on, whoever makes it.
    func portFacts(
        _ transport: Transport,
        _ address: IPAddress,
        _ port: UInt16
    ) async throws -> PortFacts

    /// Whose kernel capabilities count over the network; our own user namespace is the last.
    func owners() async throws -> NamespaceOwners

    /// Who may have sockets for ICMP echo.
    func pingGroups() async throws -> PingGroups?

    /// What socket(2) says to the calling thread, 0 where it makes one; nil where it is not asked.
    func answer(to kind: SocketKind) async throws -> SocketAnswer?

    /// The sockets that a process holds; nil is this one.
    func socketInodes(ofProcess pid: Int32?) async throws -> Set<UInt32>

    /// Whether another process holds the socket whose name a path in its root is.
    ///
    /// - Throws: ``SystemError`` where either cannot be read; `CancellationError`.
    func holdsSocket(at path: String, _ pid: Int32) async throws -> Bool

    /// A new socket that is bound, and listens where it can; nil where there are none to be had.
    ///
    /// - Parameter capabilities: Those to raise for the call, bit n being capability n.
    /// - Throws: ``SystemError`` with the errno of bind(2) or listen(2); with `EPERM` of capset(2) for a
    ///   capability that is not permitted.
    func bound(
        _ binding: SocketBinding,
        raising capabilities: KernelCapabilitySet
    ) async throws -> SharedSocket?

    /// The socket that this process has bound so already; nil where it has none.
    func held(_ binding: SocketBinding) async throws -> SharedSocket?

    /// The socket, bound so, that the service manager passed to this process.
    func passed(_ binding: SocketBinding) async throws -> PassedSocket

    /// Tells of what changes from now on.
    func changes() async throws -> any NetworkChangeSource

    /// The same to who does not wait for it: of links, addresses and routes, and of the ends of sockets.
    ///
    /// - Parameter port: Whose sockets; nil for none.
    /// - Throws: `SystemError`; `Unwatched` where there is no kernel to tell.
    func events(endingAt port: UInt16?, waking bell: Bell) async throws -> any ChangeSource

    /// The network that another process is in, to be asked the same.
    func network(ofProcess pid: Int32) -> any NetworkProbe
}

extension Host {
    package static let networkFamily = Family<any NetworkProbe>(live: LiveNetwork())

    package var network: any NetworkProbe { self[Self.networkFamily] }
}

/// What decides whether a port can be bound, see bind(2) and ip(7).
package struct PortFacts: Hashable, Sendable {
    /// What bind(2) says of the address whatever the port; nil where it accepts it.
    package var addressRefusal: Errno?
    /// Whether a seccomp filter of this process may have refused the address.
    package var mayBeFiltered: Bool
    /// `net.ipv4.ip_unprivileged_port_start`.
    package var unprivilegedStart: UInt16
    /// `net.ipv6.bindv6only`.
    package var bindsOnlyIPv6: Bool
    /// The sockets that have the port.
    package var holders: [PortSocket]

    package init(
        addressRefusal: Errno? = nil,
        mayBeFiltered: Bool = false,
        unprivilegedStart: UInt16 = 1024,
        bindsOnlyIPv6: Bool = false,
        holders: [PortSocket] = []
    ) {
        self.addressRefusal = addressRefusal
        self.mayBeFiltered = mayBeFiltered
        self.unprivilegedStart = unprivilegedStart
        self.bindsOnlyIPv6 = bindsOnlyIPv6
        self.holders = holders
    }
}
