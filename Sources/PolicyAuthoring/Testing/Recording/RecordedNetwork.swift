import AccessModel
import Kernel
import LinuxCapabilities
import LinuxSystem

/// A network of this machine that records each answer.
struct RecordedNetwork: NetworkProbe {
    let live: any NetworkProbe
    let recorder: HostRecorder

    func addresses(of host: RemoteHost) async throws -> Resolution {
        let found = try await live.addresses(of: host)
        if case .name(let name) = host { note { $0.names[name.text] = found } }
        return found
    }

    func connect(_ transport: Transport, to address: SocketAddress) async throws -> ConnectAttempt {
        let found = try await live.connect(transport, to: address)
        note { $0.peers[.init(transport, address)] = found.outcome }
        return found
    }

    func route(to address: IPAddress, forUser user: UInt32?) async throws -> RouteAnswer {
        let found = try await live.route(to: address, forUser: user)
        note { $0.routes[address] = found }
        return found
    }

    func portFacts(
        _ transport: Transport,
        _ address: IPAddress,
        _ port: UInt16
    ) async throws -> PortFacts {
        let found = try await live.portFacts(transport, address, port)
        recorder.note { facts in
            facts.network.ports[.init(transport, port)] = found.holders
            facts.network.unprivilegedStart = found.unprivilegedStart
            facts.sysctls.insert(.unprivilegedStart)
            facts.note(found, of: address)
        }
        return found
    }

    func pingGroups() async throws -> PingGroups? {
        let found = try await live.pingGroups()
        guard let found else { return nil }
        recorder.note {
            $0.network.pingGroups = found
            $0.sysctls.insert(.pingGroups)
        }
        return found
    }

    func socketInodes(ofProcess pid: Int32?) async throws -> Set<UInt32> {
        let found = try await live.socketInodes(ofProcess: pid)
        note { $0.sockets[pid] = found }
        return found
    }

    func holdsSocket(at path: String, _ pid: Int32) async throws -> Bool {
        let found = try await live.holdsSocket(at: path, pid)
        if found { note { $0.unixHolders[path] = pid } }
        return found
    }

    private func note(_ body: (inout HostFacts.Network) -> Void) {
        recorder.note { body(&$0.network) }
    }
}

extension HostFacts {
    /// Notes the facts that were read for an address.
    fileprivate mutating func note(_ found: PortFacts, of address: IPAddress) {
        if address == .anyIPv6 {
            network.bindsOnlyIPv6 = found.bindsOnlyIPv6
            sysctls.insert(.bindsOnlyIPv6)
        }
        guard !address.isEverywhere else { return }
        let known = network.addresses ?? []
        network.addresses = found.addressRefusal == nil ? known.union([address]) : known
    }
}

// Answers of the kernel that are not recorded as facts.
extension RecordedNetwork {
    func owners() async throws -> NamespaceOwners { try await live.owners() }

    func routingRules() async throws -> RoutingRules {
        try await live.routingRules()
    }

    func answer(to kind: SocketKind) async throws -> SocketAnswer? {
        try await live.answer(to: kind)
    }

    func bound(
        _ binding: SocketBinding,
        raising capabilities: KernelCapabilitySet
    ) async throws -> SharedSocket? { try await live.bound(binding, raising: capabilities) }

    func held(_ binding: SocketBinding) async throws -> SharedSocket? {
        try await live.held(binding)
    }

    func passed(_ binding: SocketBinding) async throws -> PassedSocket {
        try await live.passed(binding)
    }

    func changes() async throws -> any NetworkChangeSource { try await live.changes() }

    func events(endingAt port: UInt16?, waking bell: Bell) async throws -> any ChangeSource {
        try await live.events(endingAt: port, waking: bell)
    }

    func network(ofProcess pid: Int32) -> any NetworkProbe {
        RecordedNetwork(live: live.network(ofProcess: pid), recorder: recorder)
    }
}
