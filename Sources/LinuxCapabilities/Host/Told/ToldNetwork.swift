import AccessModel
import Kernel
import LinuxSystem

/// A network that is only told of, and the same for all processes.
struct ToldNetwork: NetworkProbe {
    let facts: HostFacts.Network

    func addresses(of host: RemoteHost) async throws -> Resolution {
        switch host {
        case .address(let address): return .addresses([address])
        case .name(let name):
            guard let known = facts.names[name.text] else {
                throw NotTold("the name \(name.text)")
            }
            return known
        }
    }

    func connect(_ transport: Transport, to address: SocketAddress) async throws -> ConnectAttempt {
        // Whichever kind, a Unix socket is one.
        let peer = HostFacts.Network.Peer(transport, address)
        guard let outcome = facts.peers[peer] else { throw NotTold("a connection to \(peer)") }
        return ConnectAttempt(outcome)
    }

    func route(to address: IPAddress, forUser user: UInt32?) async throws -> RouteAnswer {
        guard let known = facts.routes[address] else { throw NotTold("a route to \(address)") }
        return known
    }

    func portFacts(
        _ transport: Transport,
        _ address: IPAddress,
        _ port: UInt16
    ) async throws -> PortFacts {
        guard let holders = facts.ports[.init(transport, port)] else {
            throw NotTold("the port \(transport):\(port)")
        }
        return PortFacts(
            addressRefusal: try isLocal(address) ? 0 : Errno.EADDRNOTAVAIL,
            unprivilegedStart: facts.unprivilegedStart,
            bindsOnlyIPv6: facts.bindsOnlyIPv6,
            holders: holders
        )
    }

    private func isLocal(_ address: IPAddress) throws -> Bool {
        if address.isEverywhere { return true }
        guard let known = facts.addresses else {
            throw NotTold("the addresses of this host, such as \(address)")
        }
        return known.contains(address)
    }

    func owners() async throws -> NamespaceOwners {
        NamespaceOwners(chain: [.init(namespace: Namespaces.all(1).user, user: 0)])
    }

    func pingGroups() async throws -> PingGroups? { facts.pingGroups }

    /// There is no kernel to ask.
    func refusal(of kind: SocketKind) async throws -> Int32? { nil }

    func socketInodes(ofProcess pid: Int32?) async throws -> Set<UInt32> {
        facts.sockets[pid] ?? []
    }

    func holdsSocket(at path: String, _ pid: Int32) async throws -> Bool {
        facts.unixHolders[path] == pid
    }

    func bound(
        _ binding: SocketBinding,
        raising capabilities: KernelCapabilitySet
    ) async throws -> SharedSocket? { nil }

    func held(_ binding: SocketBinding) async throws -> SharedSocket? { nil }

    func passed(_ binding: SocketBinding) async throws -> PassedSocket { .none }

    func changes() async throws -> any NetworkChangeSource { throw NotTold("changes") }

    func network(ofProcess pid: Int32) -> any NetworkProbe { self }
}

extension HostFacts.Network.Peer: CustomStringConvertible {
    package var description: String {
        if case .unix = address { "unix:\(address)" } else { "\(transport):\(address)" }
    }
}

extension IPAddress {
    /// Whether every host has it: a wildcard, or of loopback.
    var isEverywhere: Bool {
        if case .ipv4(let value) = self, value >> 24 == 127 { return true }
        return [.anyIPv4, .anyIPv6, .loopbackIPv6].contains(self)
    }
}
