package import LinuxCapabilities
package import LinuxSystem

extension Host {
    /// A host that is only tables; what is not in them does not exist.
    package static func fake(
        files: FakeFiles = FakeFiles(),
        processes: FakeProcesses = FakeProcesses(),
        network: FakeNetwork = FakeNetwork(),
        units: FakeUnits = FakeUnits()
    ) -> Host {
        Host(files: files, processes: processes, network: network, units: units)
    }
}

/// A thread with the sets that it was given.
package struct FakeProcesses: ProcessProbe {
    private let sets: CapabilitySets
    private let last: Int

    package init(sets: CapabilitySets = CapabilitySets(), last: Int = 40) {
        self.sets = sets
        self.last = last
    }

    package func ownSets(around bit: UInt8) throws(SystemError) -> CapabilitySets { sets }

    package func lastCapability() throws(SystemError) -> Int { last }
}

/// A network in which nothing is but what was listed.
package struct FakeNetwork: NetworkProbe {
    private let names: [String: Resolution]
    private let peers: [SocketAddress: ConnectOutcome]
    private let ports: PortFacts

    package init(
        names: [String: Resolution] = [:],
        peers: [SocketAddress: ConnectOutcome] = [:],
        ports: PortFacts = PortFacts()
    ) {
        self.names = names
        self.peers = peers
        self.ports = ports
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
    ) async throws -> ConnectOutcome {
        peers[address] ?? .refused(Errno.ECONNREFUSED)
    }

    package func portFacts(
        _ transport: Transport,
        _ address: IPAddress,
        _ port: UInt16
    ) throws -> PortFacts { ports }
}

/// Units that are as they were told.
package struct FakeUnits: UnitProbe {
    private let facts: UnitFacts?
    private let failure: BusFailure?

    package init(_ facts: UnitFacts? = nil, failing failure: BusFailure? = nil) {
        self.facts = facts
        self.failure = failure
    }

    package func facts(of unit: String) async throws -> UnitFacts {
        if let failure { throw failure }
        guard let facts else { throw BusFailure.unreadable("a table without \(unit)") }
        return facts
    }

    package func fileState(of unit: String) async throws -> UnitFileState? { facts?.unitFileState }
}
