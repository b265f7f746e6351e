import AccessModel
import Kernel
import LinuxSystem
import Procedures

@testable import LinuxCapabilities

/// A real network that reports its calls to a test.
struct WatchedNetwork: NetworkProbe {
    private let real: any NetworkProbe
    private let watch: Watch

    /// The calls to all networks of a host.
    final class Watch: Sendable {
        private let looks = Locked(0)
        private let waits = AsyncStream<Void>.makeStream()
        /// Called with the number of each attempt to connect, before it is made.
        let connecting: @Sendable (Int) -> Void

        init(connecting: @escaping @Sendable (Int) -> Void = { _ in }) {
            self.connecting = connecting
        }

        var connects: Int { looks.withLock { $0 } }

        /// Returns after a call waits for a change, or has done so since the last return.
        func isWaiting() async { for await _ in waits.stream { return } }

        fileprivate func waits(for source: any NetworkChangeSource) async throws -> NetworkChange {
            waits.continuation.yield()
            return try await source.next()
        }

        fileprivate func connect() {
            connecting(
                looks.withLock { looks in
                    looks += 1
                    return looks
                }
            )
        }
    }

    init(_ real: any NetworkProbe, _ watch: Watch) {
        self.real = real
        self.watch = watch
    }

    private struct Changes: NetworkChangeSource {
        let source: any NetworkChangeSource
        let watch: Watch

        func next() async throws -> NetworkChange { try await watch.waits(for: source) }
    }

    func changes() async throws -> any NetworkChangeSource {
        Changes(source: try await real.changes(), watch: watch)
    }

    func events(endingAt port: UInt16?, waking bell: Bell) async throws -> any ChangeSource {
        try await real.events(endingAt: port, waking: bell)
    }

    func connect(_ transport: Transport, to address: SocketAddress) async throws -> ConnectAttempt {
        watch.connect()
        return try await real.connect(transport, to: address)
    }

    func holdsSocket(at path: String, _ pid: Int32) async throws -> Bool {
        try await real.holdsSocket(at: path, pid)
    }

    func network(ofProcess pid: Int32) -> any NetworkProbe {
        WatchedNetwork(real.network(ofProcess: pid), watch)
    }

    func addresses(of host: RemoteHost) async throws -> Resolution {
        try await real.addresses(of: host)
    }

    func route(to address: IPAddress, forUser user: UInt32?) async throws -> RouteAnswer {
        try await real.route(to: address, forUser: user)
    }

    func routingRules() async throws -> RoutingRules {
        try await real.routingRules()
    }

    func portFacts(
        _ transport: Transport,
        _ address: IPAddress,
        _ port: UInt16
    ) async throws -> PortFacts { try await real.portFacts(transport, address, port) }

    func owners() async throws -> NamespaceOwners { try await real.owners() }

    func pingGroups() async throws -> PingGroups? { try await real.pingGroups() }

    func answer(to kind: SocketKind) async throws -> SocketAnswer? {
        try await real.answer(to: kind)
    }

    func socketInodes(ofProcess pid: Int32?) async throws -> Set<UInt32> {
        try await real.socketInodes(ofProcess: pid)
    }

    func bound(
        _ binding: SocketBinding,
        raising capabilities: KernelCapabilitySet
    ) async throws -> SharedSocket? {
        try await real.bound(binding, raising: capabilities)
    }

    func held(_ binding: SocketBinding) async throws -> SharedSocket? {
        try await real.held(binding)
    }

    func passed(_ binding: SocketBinding) async throws -> PassedSocket {
        try await real.passed(binding)
    }
}

extension Host {
    /// Returns this machine with its network watched, and with another clock for waits.
    static func watched(_ watch: WatchedNetwork.Watch, on timer: DeadlineTimer = .shared) -> Host {
        live.waiting(by: timer).asking(networkFamily, by: WatchedNetwork(live.network, watch))
    }
}
