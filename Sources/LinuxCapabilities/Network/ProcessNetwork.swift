import LinuxSystem

/// The network of another process, as a thread of ours finds it that has entered it.
///
/// Names are resolved over that network, but by the files of our mount namespace.
struct ProcessNetwork: NetworkProbe {
    let pid: Int32

    func addresses(of host: RemoteHost) async throws -> Resolution {
        switch host {
        case .address: try await resolve(host)
        case .name(let name): try await inNetwork(ofProcess: pid) { lookUp(name) }
        }
    }

    func connect(_ transport: Transport, to address: SocketAddress) async throws -> ConnectOutcome {
        let limit = LiveNetwork.limit
        return try await LinuxSystem.connect(
            transport,
            to: address,
            within: limit,
            fromProcess: pid
        )
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

    func socketInodes(ofProcess pid: Int32?) async throws -> Set<UInt32> {
        try await LiveNetwork().socketInodes(ofProcess: pid)
    }

    func network(ofProcess pid: Int32) -> any NetworkProbe { ProcessNetwork(pid: pid) }
}
