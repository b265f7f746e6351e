import AccessModel
import Kernel
import LinuxSystem
import Procedures

/// The network of a service with `PrivateNetwork=yes`: a new one, whose only interface is the loopback interface.
///
/// It has the settings of a new network, and the user namespace of systemd owns it. A Unix socket in the file system is
/// the same for every network.
/// - SeeAlso: network_namespaces(7), and `setup_shareable_ns` in src/core/namespace.c of systemd.
struct NewNetwork: NetworkProbe {
    let host: Host

    func addresses(of remote: RemoteHost) async throws -> Resolution {
        switch remote {
        case .address(let address): .addresses([address])
        // The files of the host may have the name, and local services may be asked.
        case .name: .noAnswer(ResolverCode(-3))
        }
    }

    func connect(_ transport: Transport, to address: SocketAddress) async throws -> ConnectAttempt {
        switch address {
        case .ip(let ip, _):
            ConnectAttempt(ip.isLoopback ? .refused(.ECONNREFUSED) : .unreachable(.ENETUNREACH))
        case .unix(let name) where name.isAbstract: ConnectAttempt(.refused(.ECONNREFUSED))
        case .unix: try await host.network.connect(transport, to: address)
        }
    }

    func route(to address: IPAddress, forUser user: UInt32?) async throws -> RouteAnswer {
        guard address.isLoopback else { return .none(.ENETUNREACH) }
        return .route(Route(isLocal: true, interface: "lo"))
    }

    func routingRules() async throws -> RoutingRules { RoutingRules() }

    func portFacts(
        _ transport: Transport,
        _ address: IPAddress,
        _ port: UInt16
    ) async throws -> PortFacts {
        guard case .ipv6 = address else {
            let isHere = address.isLoopback || address.isMulticast
            return PortFacts(addressRefusal: isHere ? nil : .EADDRNOTAVAIL)
        }
        let isHere = address.isLoopback || transport == .udp && address.isMulticast
        guard isHere else { return PortFacts(addressRefusal: .EADDRNOTAVAIL) }
        // A kernel without IPv6 refuses it here too. If it is only off on the network of the host, that is not known.
        let facts = try await host.network.portFacts(transport, .loopbackIPv6, port)
        let isFamily = facts.addressRefusal == .EAFNOSUPPORT
        return PortFacts(
            addressRefusal: facts.addressRefusal,
            mayBeFiltered: facts.mayBeFiltered || facts.addressRefusal != nil && !isFamily
        )
    }

    func owners() async throws -> NamespaceOwners {
        // Its creator matters only to namespaces above it.
        let own = try host.processes.ownPlace().namespaces.user
        return NamespaceOwners(chain: [NamespaceOwners.Owner(namespace: own, user: noID)])
    }

    func pingGroups() async throws -> PingGroups? { PingGroups.none }

    /// Returns nil, because no socket is created in it.
    func answer(to kind: SocketKind) async throws -> SocketAnswer? { nil }

    func socketInodes(ofProcess pid: Int32?) async throws -> Set<UInt32> {
        try await host.network.socketInodes(ofProcess: pid)
    }

    func holdsSocket(at path: String, _ pid: Int32) async throws -> Bool {
        try await host.network.holdsSocket(at: path, pid)
    }

    /// Returns nil, because nothing is bound in it.
    func bound(
        _ binding: SocketBinding,
        raising capabilities: KernelCapabilitySet
    ) async throws -> SharedSocket? { nil }

    func held(_ binding: SocketBinding) async throws -> SharedSocket? { nil }

    func passed(_ binding: SocketBinding) async throws -> PassedSocket { .none }

    func changes() async throws -> any NetworkChangeSource { try await host.network.changes() }

    func events(endingAt port: UInt16?, waking bell: Bell) async throws -> any ChangeSource {
        try await host.network.events(endingAt: port, waking: bell)
    }

    func network(ofProcess pid: Int32) -> any NetworkProbe { host.network.network(ofProcess: pid) }
}

extension IPAddress {
    /// True for an address of the loopback interface, and for the one that stands for all, which leads there too.
    fileprivate var isLoopback: Bool {
        switch unmapped {
        case .ipv4(let address): address >> 24 == 127 || address == 0
        case .ipv6(let address, _): address.high == 0 && address.low <= 1
        }
    }

    /// True for a multicast address, and for the broadcast address. Sockets can be bound to them everywhere.
    fileprivate var isMulticast: Bool {
        switch unmapped {
        case .ipv4(let address): address >> 28 == 0xE || address == .max
        case .ipv6(let address, _): address.high >> 56 == 0xFF
        }
    }
}
