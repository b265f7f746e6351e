import LinuxSystem

/// The network of this machine, as the calling thread has it.
struct LiveNetwork: NetworkProbe {
    /// The caller's own deadline ends a wait earlier; the kernel's gives up on TCP after 127 seconds.
    static let limit = Duration.seconds(130)

    func addresses(of host: RemoteHost) async throws -> Resolution { try await resolve(host) }

    func connect(_ transport: Transport, to address: SocketAddress) async throws -> ConnectOutcome {
        try await LinuxSystem.connect(transport, to: address, within: Self.limit)
    }

    func portFacts(
        _ transport: Transport,
        _ address: IPAddress,
        _ port: UInt16
    ) async throws -> PortFacts {
        try PortFacts(ofThisThread: transport, address, port)
    }

    func owners() async throws -> NamespaceOwners { try NetworkNamespace.owners() }

    func socketInodes(ofProcess pid: Int32?) async throws -> Set<UInt32> {
        guard let pid else { return try LinuxSystem.socketInodes() }
        return try await BlockingThreads.shared.runAsCaller("process \(pid)") {
            try LinuxSystem.socketInodes(of: pid)
        }
    }

    func network(ofProcess pid: Int32) -> any NetworkProbe { ProcessNetwork(pid: pid) }
}

extension PortFacts {
    /// By the network namespace of the thread that calls.
    init(
        ofThisThread transport: Transport,
        _ address: IPAddress,
        _ port: UInt16
    ) throws(SystemError) {
        self.init(
            addressRefusal: try bindRefusal(of: address, transport),
            unprivilegedStart: try unprivilegedPortStart(),
            bindsOnlyIPv6: address == .anyIPv6 ? try LinuxSystem.bindsOnlyIPv6() : false,
            holders: try sockets(transport, port: port, .all)
        )
    }
}
