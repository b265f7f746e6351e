import AccessModel
import Kernel
import LinuxSystem

/// The network of another process, as a thread of ours sees it after entering it.
///
/// Names are resolved over that network, but with the files of our mount namespace.
struct ProcessNetwork: NetworkProbe {
    let pid: Int32

    func addresses(of host: RemoteHost) async throws -> Resolution {
        switch host {
        case .address: try await resolve(host)
        case .name(let name): try await inNetwork(ofProcess: pid) { lookUp(name) }
        }
    }

    func connect(_ transport: Transport, to address: SocketAddress) async throws -> ConnectAttempt {
        let limit = LiveNetwork.limit
        return try await LinuxSystem.connect(
            transport,
            to: address,
            within: limit,
            fromProcess: pid
        )
    }

    func route(to address: IPAddress, forUser user: UInt32?) async throws -> RouteAnswer {
        try await inNetwork(ofProcess: pid) { try LinuxSystem.route(to: address, forUser: user) }
    }

    func routingRules() async throws -> RoutingRules {
        try await inNetwork(ofProcess: pid) { try RoutingRules.read() }
    }

    /// Returns nil, because nothing is bound in place of another process.
    func bound(
        _ binding: SocketBinding,
        raising capabilities: KernelCapabilitySet
    ) async throws -> SharedSocket? { nil }

    func held(_ binding: SocketBinding) async throws -> SharedSocket? { nil }

    func passed(_ binding: SocketBinding) async throws -> PassedSocket { .none }

    func changes() async throws -> any NetworkChangeSource {
        // The subscription stays in the network where it was created, whichever thread waits for it.
        try await inNetwork(ofProcess: pid) { try NetworkChanges() }
    }

    func events(endingAt port: UInt16?, waking bell: Bell) async throws -> any ChangeSource {
        let sockets = try await inNetwork(ofProcess: pid) {
            try NetworkEvents.Sockets(endingAt: port)
        }
        return try NetworkEvents(sockets, waking: bell)
    }

    func portFacts(
        _ transport: Transport,
        _ address: IPAddress,
        _ port: UInt16
    ) async throws -> PortFacts {
        try await inNetwork(ofProcess: pid) {
            try PortFacts(ofThisThread: transport, address, port)
        }
        .knowingOptions()
    }

    func owners() async throws -> NamespaceOwners {
        try await inNetwork(ofProcess: pid) { try NetworkNamespace.owners() }
    }

    func pingGroups() async throws -> PingGroups? {
        try await inNetwork(ofProcess: pid) { try PingGroups.ofThisThread() }
    }

    /// Returns nil, because no socket is created in place of another process.
    func answer(to kind: SocketKind) async throws -> SocketAnswer? { nil }

    func socketInodes(ofProcess pid: Int32?) async throws -> Set<UInt32> {
        try await LiveNetwork().socketInodes(ofProcess: pid)
    }

    func holdsSocket(at path: String, _ pid: Int32) async throws -> Bool {
        guard let file = try await LiveNetwork().socketFile(at: path, pid) else { return false }
        let sockets = try await inNetwork(ofProcess: self.pid) { try unixSockets(at: file) }
        return try await !sockets.isDisjoint(with: socketInodes(ofProcess: pid))
    }

    func network(ofProcess pid: Int32) -> any NetworkProbe { ProcessNetwork(pid: pid) }
}
