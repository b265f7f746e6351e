package import AccessModel
package import Kernel
package import LinuxCapabilities
package import LinuxSystem
import Procedures

/// A network in which nothing is but what was listed.
package struct FakeNetwork: NetworkProbe {
    private let names: [String: Resolution]
    private let peers: [SocketAddress: ConnectOutcome]
    private let routes: [IPAddress: RouteAnswer]
    private let userRoutes: [UInt32: RouteAnswer]
    private let ports: PortFacts
    private let chain: [NamespaceOwners.Owner]
    private let sockets: [Int32?: Set<UInt32>]
    private let passed: PassedSocket
    private let networks: [Int32: FakeNetwork]
    private let groups: PingGroups?
    private let refusals: [SocketKind: Int32]

    /// - Parameters:
    ///   - userRoutes: What rules by user say of every address to these users.
    ///   - owners: Whose kernel capabilities count: those of the namespace that `.all(1)` has.
    ///   - sockets: What processes hold; nil is this one.
    ///   - refusals: What socket(2) says; it is not asked of what is not listed.
    ///   - networks: Where other processes are; those that are not listed are here.
    package init(
        names: [String: Resolution] = [:],
        peers: [SocketAddress: ConnectOutcome] = [:],
        routes: [IPAddress: RouteAnswer] = [:],
        userRoutes: [UInt32: RouteAnswer] = [:],
        ports: PortFacts = PortFacts(),
        owners: [NamespaceOwners.Owner] = [.init(namespace: Namespaces.all(1).user, user: 0)],
        sockets: [Int32?: Set<UInt32>] = [:],
        passed: PassedSocket = .none,
        networks: [Int32: FakeNetwork] = [:],
        pingGroups: PingGroups? = PingGroups.none,
        refusals: [SocketKind: Int32] = [:]
    ) {
        self.names = names
        self.peers = peers
        self.routes = routes
        self.userRoutes = userRoutes
        self.ports = ports
        chain = owners
        self.sockets = sockets
        self.passed = passed
        self.networks = networks
        groups = pingGroups
        self.refusals = refusals
    }

    package func addresses(of host: RemoteHost) async throws -> Resolution {
        switch host {
        case .address(let address): .addresses([address])
        case .name(let name): names[name.text] ?? .notFound(ResolverCode(-2))
        }
    }

    package func connect(
        _ transport: Transport,
        to address: SocketAddress
    ) async throws -> ConnectAttempt {
        ConnectAttempt(peers[address] ?? .refused(Errno.ECONNREFUSED))
    }

    package func route(to address: IPAddress, forUser user: UInt32?) async throws -> RouteAnswer {
        user.flatMap { userRoutes[$0] } ?? routes[address] ?? .none(Errno.ENETUNREACH)
    }

    package func routingRules() async throws -> RoutingRules {
        RoutingRules(userRanges: userRoutes.keys.sorted().map { $0...$0 })
    }

    package func bound(
        _ binding: SocketBinding,
        raising capabilities: KernelCapabilitySet
    ) async throws -> SharedSocket? { nil }

    package func held(_ binding: SocketBinding) async throws -> SharedSocket? { nil }

    package func passed(_ binding: SocketBinding) async throws -> PassedSocket { passed }

    package func changes() async throws -> any NetworkChangeSource { NoChanges() }

    package func portFacts(
        _ transport: Transport,
        _ address: IPAddress,
        _ port: UInt16
    ) async throws -> PortFacts { ports }

    package func owners() async throws -> NamespaceOwners { NamespaceOwners(chain: chain) }

    package func pingGroups() async throws -> PingGroups? { groups }

    package func refusal(of kind: SocketKind) async throws -> Int32? { refusals[kind] }

    package func socketInodes(ofProcess pid: Int32?) async throws -> Set<UInt32> {
        sockets[pid] ?? []
    }

    package func holdsSocket(at path: String, _ pid: Int32) async throws -> Bool { false }

    package func network(ofProcess pid: Int32) -> any NetworkProbe { networks[pid] ?? self }
}

/// A network in which nothing ever changes.
private struct NoChanges: NetworkChangeSource {
    func next() async throws -> NetworkChange {
        let (never, source) = AsyncStream<Void>.makeStream()
        for await _ in never {}  // which a cancellation ends
        source.finish()
        throw CancellationError()
    }
}
