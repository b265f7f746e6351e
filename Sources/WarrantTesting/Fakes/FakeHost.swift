package import Kernel
package import LinuxCapabilities
package import LinuxSystem
package import Procedures

extension Host {
    /// A host that is only tables; what is not in them does not exist.
    package static func fake(
        accounts: FakeAccounts = FakeAccounts(),
        files: FakeFiles = FakeFiles(),
        processes: FakeProcesses = FakeProcesses(),
        network: FakeNetwork = FakeNetwork(),
        units: FakeUnits = FakeUnits(),
        polkit: FakePolkit = FakePolkit(),
        terminal: FakeTerminal = FakeTerminal(),
        timer: DeadlineTimer = .shared
    ) -> Host {
        Host(
            accounts: accounts,
            files: files,
            processes: processes,
            network: network,
            units: units,
            polkit: polkit,
            terminal: terminal,
            timer: timer
        )
    }
}

/// Users that are who the table says, whatever groups are asked for.
package struct FakeAccounts: AccountProbe {
    private let accounts: [String: FoundAccount]

    package init(_ accounts: [String: FoundAccount] = [:]) { self.accounts = accounts }

    package func account(of user: String, groups: [String]?) async throws -> FoundAccount {
        accounts[user] ?? .noUser
    }
}

/// A thread of root's with the sets that it was given, and other processes that are as they were told.
package struct FakeProcesses: ProcessProbe {
    private let sets: KernelCapabilitySets
    private let others: [Int32: ProcessFacts]
    private let place: OwnPlace
    private let confinements: [Int32: Confinement]
    private let facts: TracingFacts
    package let lastCapability: Int
    package var numbersProcessesAlike = true

    /// - Parameter confinements: By the ids of processes; that of 1 is our own.
    package init(
        sets: KernelCapabilitySets = KernelCapabilitySets(),
        others: [ProcessFacts] = [],
        place: OwnPlace = OwnPlace(namespaces: .all(1)),
        confinements: [Int32: Confinement] = [:],
        tracing: TracingFacts = .classic,
        last: Int = 40
    ) {
        self.sets = sets
        self.others = Dictionary(others.map { ($0.pid, $0) }) { $1 }
        self.place = place
        self.confinements = confinements
        facts = tracing
        lastCapability = last
    }

    package func ownSets(around bit: UInt8) throws(SystemError) -> KernelCapabilitySets { sets }

    package func ownCredentials() throws(SystemError) -> ThreadCredentials {
        ThreadCredentials(thread: 1, user: 0, group: 0, capabilities: sets)
    }

    package func ownConfinement() -> Confinement { confinements[1] ?? Confinement() }

    package func confinement(ofProcess pid: Int32) async throws -> Confinement {
        if let confinement = confinements[pid] { return confinement }
        return Confinement(try await facts(ofProcess: pid).threads)
    }

    package func ownPlace() throws(SystemError) -> OwnPlace { place }

    /// The facts name no hierarchies: each may have a controller of devices. Ours is that of process 1.
    package func mayLackDevices(_ pid: Int32?) -> Bool {
        others[pid ?? 1]?.controlGroups.contains { $0 != "/" } ?? false
    }

    package func tracing() throws(SystemError) -> TracingFacts { facts }

    package func facts(ofProcess pid: Int32) async throws -> ProcessFacts {
        guard let facts = others[pid] else {
            throw SystemError("pidfd_open(2)", "process \(pid)", code: Errno.ESRCH)
        }
        return facts
    }

    package func facts(ofControlGroup group: String) async throws -> [ProcessFacts] {
        others.values.filter { $0.isInControlGroup(group) }.sorted { $0.pid < $1.pid }
    }
}

extension TracingFacts {
    /// Without Yama, where kernel capabilities count of the namespace that `.all(1)` has.
    package static let classic = TracingFacts(
        owners: NamespaceOwners(chain: [.init(namespace: Namespaces.all(1).user, user: 0)])
    )
}

/// Units that are as they were told, whatever systemd does with them.
package struct FakeUnits: UnitProbe {
    private let facts: UnitFacts?
    private let failure: BusFailure?
    private let job: UnitJobResult

    /// - Parameter job: How each job ends.
    package init(
        _ facts: UnitFacts? = nil,
        failing failure: BusFailure? = nil,
        job: UnitJobResult = .done
    ) {
        self.facts = facts
        self.failure = failure
        self.job = job
    }

    package func facts(of unit: String) async throws -> UnitFacts {
        if let failure { throw failure }
        guard let facts else { throw BusFailure.unreadable("a table without \(unit)") }
        return facts
    }

    package func fileState(of unit: String) async throws -> UnitFileState? { facts?.unitFileState }

    package func run(
        _ operation: UnitOperation,
        _ unit: String,
        interactively: Bool
    ) async throws -> UnitJobResult { job }

    package func enable(_ isEnabled: Bool, _ unit: String, interactively: Bool) async throws {}

    package func lastLines(ofInvocation invocation: String) async throws -> [String] { [] }
}
