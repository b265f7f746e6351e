import AccessModel
import Kernel
import LinuxSystem
import Procedures

/// A described network.
struct DescribedNetwork: NetworkProbe {
    let facts: DescribedFacts
    /// The process whose network this is; nil is the asking process.
    let process: Int32?

    /// - Parameters:
    ///   - section: The key of a test that holds the fact.
    ///   - absence: The answer if the whole host is described and the fact is missing.
    private func fact<Value: Sendable>(
        _ name: @autoclosure () -> String,
        in section: String,
        orElse absence: Value,
        _ look: (HostFacts.Network) -> Value?
    ) throws -> Value {
        let (found, isWhole) = facts.read { (look($0.network(of: process)), $0.isWhole) }
        if let found { return found }
        guard isWhole else { throw MissingFact(name(), in: section) }
        return absence
    }

    func addresses(of host: RemoteHost) async throws -> Resolution {
        switch host {
        case .address(let address): return .addresses([address])
        case .name(let name):
            let absence = Resolution.notFound(ResolverCode(-2))
            return try fact("the name \(name.text)", in: "names", orElse: absence) {
                $0.names[name.text]
            }
        }
    }

    func connect(_ transport: Transport, to address: SocketAddress) async throws -> ConnectAttempt {
        // A Unix socket is the same peer for every transport.
        let peer = HostFacts.Network.Peer(transport, address)
        let absence = ConnectOutcome.refused(.ECONNREFUSED)
        return ConnectAttempt(
            try fact("a connection to \(peer)", in: "connections", orElse: absence) {
                $0.peers[peer]
            }
        )
    }

    func route(to address: IPAddress, forUser user: UInt32?) async throws -> RouteAnswer {
        try fact("a route to \(address)", in: "routes", orElse: RouteAnswer.none(.ENETUNREACH)) {
            network in
            user.flatMap { network.userRoutes[$0] } ?? network.routes[address]
        }
    }

    func routingRules() async throws -> RoutingRules {
        let users = facts.read { $0.network(of: process).userRoutes.keys.sorted() }
        return RoutingRules(userRanges: users.map { $0...$0 })
    }

    func portFacts(
        _ transport: Transport,
        _ address: IPAddress,
        _ port: UInt16
    ) async throws -> PortFacts {
        let holders = try fact("the port \(transport):\(port)", in: "ports", orElse: []) {
            $0.ports[.init(transport, port)]
        }
        let refusal = try refusal(of: address)
        return facts.read { facts in
            let network = facts.network(of: process)
            return PortFacts(
                addressRefusal: refusal.code,
                mayBeFiltered: refusal.mayBeFiltered,
                unprivilegedStart: network.unprivilegedStart,
                bindsOnlyIPv6: network.bindsOnlyIPv6,
                holders: holders
            )
        }
    }

    private func refusal(
        of address: IPAddress
    ) throws -> HostFacts.Network.AddressRefusal {
        if let known = facts.read({ $0.network(of: process).refusedAddresses[address] }) {
            return known
        }
        if address.isEverywhere { return .init(code: nil) }
        let name = "the addresses of this host, such as \(address)"
        let known = try fact(name, in: "addresses", orElse: []) { $0.addresses }
        return .init(code: known.contains(address) ? nil : .EADDRNOTAVAIL)
    }

    func owners() async throws -> NamespaceOwners { facts.read({ $0.owners }) }

    func pingGroups() async throws -> PingGroups? {
        facts.read { $0.network(of: process).pingGroups }
    }

    func answer(to kind: SocketKind) async throws -> SocketAnswer? {
        facts.read { $0.network(of: process).socketAnswers[kind] }
    }

    func socketInodes(ofProcess pid: Int32?) async throws -> Set<UInt32> {
        facts.read { $0.network(of: process).sockets[pid] ?? [] }
    }

    func holdsSocket(at path: String, _ pid: Int32) async throws -> Bool {
        facts.read { $0.network(of: process).unixHolders[path] == pid }
    }

    func bound(
        _ binding: SocketBinding,
        raising capabilities: KernelCapabilitySet
    ) async throws -> SharedSocket? { nil }

    func held(_ binding: SocketBinding) async throws -> SharedSocket? { nil }

    func passed(_ binding: SocketBinding) async throws -> PassedSocket { .none }

    func changes() async throws -> any NetworkChangeSource { DescribedNetworkChanges(facts) }

    func events(endingAt port: UInt16?, waking bell: Bell) async throws -> any ChangeSource {
        DescribedChanges(of: facts, waking: bell)
    }

    func network(ofProcess pid: Int32) -> any NetworkProbe {
        DescribedNetwork(facts: facts, process: pid)
    }
}

/// The changes of a described network, for one waiting reader.
private final class DescribedNetworkChanges: NetworkChangeSource {
    private let bell = Bell()
    private let changes: DescribedChanges

    init(_ facts: DescribedFacts) { changes = DescribedChanges(of: facts, waking: bell) }

    func next() async throws -> NetworkChange {
        for await _ in bell.rings where changes.takeChange() {
            return [.links, .addresses, .routes]
        }
        throw CancellationError()
    }
}

extension HostFacts {
    fileprivate func network(of process: Int32?) -> Network {
        process.flatMap { network.ofProcesses[$0] } ?? network
    }
}

extension HostFacts.Network.Peer: CustomStringConvertible {
    package var description: String {
        if case .unix = address { "unix:\(address)" } else { "\(transport):\(address)" }
    }
}

extension IPAddress {
    /// True if every host has the address: a wildcard or loopback address.
    package var isEverywhere: Bool {
        if case .ipv4(let value) = self, value >> 24 == 127 { return true }
        return [.anyIPv4, .anyIPv6, .loopbackIPv6].contains(self)
    }
}
