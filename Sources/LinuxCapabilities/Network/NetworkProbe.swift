package import AccessModel
import Capabilities
package import Kernel
package import LinuxSystem
import Procedures

/// Answers questions about the network, from the network namespace of the asking thread.
package protocol NetworkProbe: Sendable {
    /// Returns all addresses of a host, in the order in which programs would try them.
    func addresses(of host: RemoteHost) async throws -> Resolution

    /// Connects. A caller that does not keep the connection closes it.
    func connect(_ transport: Transport, to address: SocketAddress) async throws -> ConnectAttempt

    /// Returns the route of packets to an address; a nil user is the asking one.
    func route(to address: IPAddress, forUser user: UInt32?) async throws -> RouteAnswer

    /// Returns the user ranges of each routing rule that applies only to some users.
    func routingRules() async throws -> RoutingRules

    /// Returns all facts on which a bind of a port depends, for any subject.
    func portFacts(
        _ transport: Transport,
        _ address: IPAddress,
        _ port: UInt16
    ) async throws -> PortFacts

    /// Returns the user namespaces whose kernel capabilities count over the network. Our own user namespace is the
    /// last.
    func owners() async throws -> NamespaceOwners

    /// Returns the groups that may have sockets for ICMP echo.
    func pingGroups() async throws -> PingGroups?

    /// Returns the answer of socket(2) for the calling thread; nil if it is not asked.
    func answer(to kind: SocketKind) async throws -> SocketAnswer?

    /// Returns the inodes of the sockets that a process holds; nil is this process.
    func socketInodes(ofProcess pid: Int32?) async throws -> Set<UInt32>

    /// Returns whether another process holds the socket at a path below its root.
    ///
    /// - Throws: ``SystemError`` if the process or the path cannot be read; `CancellationError`.
    func holdsSocket(at path: String, _ pid: Int32) async throws -> Bool

    /// Returns a new bound socket, which listens if its type can; nil if this network creates no sockets.
    ///
    /// - Parameter capabilities: The capabilities to raise for the call.
    /// - Throws: ``SystemError`` with the errno of bind(2) or listen(2); with `EPERM` of capset(2) for a capability
    ///   that is not permitted.
    func bound(
        _ binding: SocketBinding,
        raising capabilities: KernelCapabilitySet
    ) async throws -> SharedSocket?

    /// Returns a socket of this process that is already bound so; nil if there is none.
    func held(_ binding: SocketBinding) async throws -> SharedSocket?

    /// Returns the socket, bound so, that the service manager passed to this process.
    func passed(_ binding: SocketBinding) async throws -> PassedSocket

    /// Returns a source that reports changes from now on.
    func changes() async throws -> any NetworkChangeSource

    /// Returns a source of changes that rings a bell: changes of links, addresses and routes, and the ends of sockets.
    ///
    /// - Parameter port: The port of these sockets; nil for none.
    /// - Throws: `SystemError`; `Unwatched` if there is no kernel to report.
    func events(endingAt port: UInt16?, waking bell: Bell) async throws -> any ChangeSource

    /// Returns the network of another process, which answers the same questions.
    func network(ofProcess pid: Int32) -> any NetworkProbe
}

extension Host {
    package static let networkFamily = Family<any NetworkProbe>(live: LiveNetwork())

    package var network: any NetworkProbe { self[Self.networkFamily] }
}

/// The facts that decide whether a port can be bound, see bind(2) and ip(7).
package struct PortFacts: Hashable, Sendable {
    /// The refusal of the address by bind(2) with any port; nil if it accepts the address.
    package var addressRefusal: Errno?
    /// True if a seccomp filter of this process may have refused the address.
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
