import AccessModel
import Kernel
import LinuxSystem

/// The network of this machine, as the calling thread sees it.
struct LiveNetwork: NetworkProbe {
    /// The kernel gives up on TCP after 127 seconds. The caller's own deadline ends a wait earlier.
    static let limit = Duration.seconds(130)

    func addresses(of host: RemoteHost) async throws -> Resolution { try await resolve(host) }

    func connect(_ transport: Transport, to address: SocketAddress) async throws -> ConnectAttempt {
        try await LinuxSystem.connect(transport, to: address, within: Self.limit)
    }

    func route(to address: IPAddress, forUser user: UInt32?) async throws -> RouteAnswer {
        try LinuxSystem.route(to: address, forUser: user)
    }

    func routingRules() async throws -> RoutingRules {
        try RoutingRules.read()
    }

    func bound(
        _ binding: SocketBinding,
        raising capabilities: KernelCapabilitySet
    ) async throws -> SharedSocket? {
        let bind = { @Sendable () throws(SystemError) in
            try Raise(capabilities).run { () throws(SystemError) in try binding.bound() }
        }
        // Path resolution can block.
        guard case .unix = binding.address else { return try bind() }
        return try await BlockingThreads.shared.runAsCaller("\(binding.address)") { try bind() }
    }

    func held(_ binding: SocketBinding) async throws -> SharedSocket? { try binding.held() }

    func passed(_ binding: SocketBinding) async throws -> PassedSocket {
        try ListenVariables.own.socket(for: binding)
    }

    func changes() async throws -> any NetworkChangeSource { try NetworkChanges() }

    func events(endingAt port: UInt16?, waking bell: Bell) async throws -> any ChangeSource {
        try NetworkEvents(NetworkEvents.Sockets(endingAt: port), waking: bell)
    }

    func portFacts(
        _ transport: Transport,
        _ address: IPAddress,
        _ port: UInt16
    ) async throws -> PortFacts {
        try await PortFacts(ofThisThread: transport, address, port).knowingOptions()
    }

    func owners() async throws -> NamespaceOwners { try NetworkNamespace.owners() }

    func pingGroups() async throws -> PingGroups? {
        try PingGroups.ofThisThread()
    }

    func answer(to kind: SocketKind) async throws -> SocketAnswer? { try kind.answer() }

    func socketInodes(ofProcess pid: Int32?) async throws -> Set<UInt32> {
        guard let pid else { return try LinuxSystem.socketInodes() }
        return try await BlockingThreads.shared.runAsCaller("process \(pid)") {
            try LinuxSystem.socketInodes(of: pid)
        }
    }

    func holdsSocket(at path: String, _ pid: Int32) async throws -> Bool {
        guard let file = try await socketFile(at: path, pid) else { return false }
        return try await !unixSockets(at: file).isDisjoint(with: socketInodes(ofProcess: pid))
    }

    /// Returns the file of a Unix socket. Path resolution can block.
    func socketFile(at path: String, _ pid: Int32) async throws -> UnixSocketFile? {
        try await BlockingThreads.shared.runAsCaller(path) {
            try UnixSocketFile(at: path, inRootOfProcess: pid)
        }
    }

    func network(ofProcess pid: Int32) -> any NetworkProbe { ProcessNetwork(pid: pid) }
}

extension PingGroups {
    /// Returns the groups for the network namespace of the calling thread.
    static func ofThisThread() throws(SystemError) -> PingGroups? {
        try pingGroupRange().map { PingGroups(from: $0.first, through: $0.last) }
    }
}

extension PortFacts {
    /// Returns the facts with the options of sockets that may share the port, as far as this process may read them.
    /// These are the TCP sockets that do not listen.
    func knowingOptions() async throws -> PortFacts {
        let inodes = Set(holders.filter(\.mayShare).map(\.inode))
        guard !inodes.isEmpty else { return self }
        let known = try await BlockingThreads.shared.runAsCaller("the sockets of a port") {
            SocketOptions.known(of: inodes)
        }
        var facts = self
        for index in holders.indices where holders[index].mayShare {
            guard let options = known[holders[index].inode] else { continue }
            facts.holders[index].reusesAddress = options.reusesAddress
            if let only = options.isIPv6Only { facts.holders[index].isIPv6Only = only }
        }
        return facts
    }

    /// Reads the facts for the network namespace of the calling thread.
    init(
        ofThisThread transport: Transport,
        _ address: IPAddress,
        _ port: UInt16
    ) throws(SystemError) {
        let refusal = try PortCalls.bindRefusal(of: address, transport)
        self.init(
            addressRefusal: refusal,
            mayBeFiltered: refusal != nil && PortCalls.mayBeFilteredHere(),
            unprivilegedStart: try PortCalls.unprivilegedStart(),
            bindsOnlyIPv6: address == .anyIPv6 ? try PortCalls.bindsOnlyIPv6() : false,
            holders: try sockets(transport, port: port, .all)
        )
    }
}

extension PortSocket {
    /// True if the socket may share its port. A socket in `TIME_WAIT` has no inode, and no process whose options could
    /// be read.
    fileprivate var mayShare: Bool { transport == .tcp && state != .listening && inode != 0 }
}
