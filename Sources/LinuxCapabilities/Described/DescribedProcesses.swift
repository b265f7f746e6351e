import Capabilities
import Kernel
import LinuxSystem
import Procedures

/// Described processes.
struct DescribedProcesses: ProcessProbe {
    let facts: DescribedFacts

    var lastCapability: Int { facts.read { Int($0.settings.lastCapability.rawValue) } }

    var numbersProcessesAlike: Bool { facts.read({ $0.numbersProcessesAlike }) }

    func ownSets(around bit: UInt8) throws -> KernelCapabilitySets {
        try ownCredentials().capabilities
    }

    func ownCredentials() throws -> ThreadCredentials {
        guard let own = facts.read({ $0.own }) else {
            throw MissingFact("this process", in: "self")
        }
        return own
    }

    /// Returns all kernel capabilities if no fact describes this process.
    func ownBounding() -> KernelCapabilitySet {
        facts.read { $0.own?.capabilities.bounding ?? .all }
    }

    func ownConfinement() -> Confinement {
        facts.read { $0.confinements[nil] ?? Confinement($0.own.map { [$0] } ?? []) }
    }

    func confinement(ofProcess pid: Int32) async throws -> Confinement {
        if let known = facts.read({ $0.confinements[pid] }) { return known }
        return Confinement(try await facts(ofProcess: pid).threads)
    }

    func mayLackDevices(_ pid: Int32?) -> Bool {
        facts.read { $0.deviceControlled.contains(pid) }
    }

    func ownPlace() throws -> OwnPlace { facts.read({ $0.place }) }

    func tracing() throws -> TracingFacts {
        facts.read { TracingFacts(scope: $0.tracingScope, owners: $0.owners) }
    }

    func facts(ofProcess pid: Int32) async throws -> ProcessFacts {
        let (known, isWhole) = facts.read { ($0.processes[pid], $0.isWhole) }
        if let known { return known }
        guard isWhole else { throw MissingFact("process \(pid)", in: "processes") }
        throw SystemError("pidfd_open(2)", "process \(pid)", code: .ESRCH)
    }

    /// Returns the described processes of the group. There are no others.
    func facts(ofControlGroup group: String) async throws -> [ProcessFacts] {
        facts.read({ $0.processes }).values.filter { $0.isInControlGroup(group) }
            .sorted { $0.pid < $1.pid }
    }

    /// Returns 0 without a fact. Process 1 always exists, and its start time need not distinguish it from another
    /// process.
    func startTimeOfFirst() -> UInt64 { facts.read { $0.processes[1]?.startTime ?? 0 } }

    func end(ofProcess pid: Int32, waking bell: Bell) throws -> any ChangeSource {
        let source = DescribedEnd(
            pid: pid,
            facts: facts,
            changes: DescribedChanges(of: facts, waking: bell)
        )
        try source.requireAlive()
        return source
    }
}

/// The end of a described process, when no fact describes it any more.
private struct DescribedEnd: ChangeSource {
    let pid: Int32
    let facts: DescribedFacts
    let changes: DescribedChanges

    func takeChange() throws -> Bool {
        try requireAlive()
        return changes.takeChange()
    }

    func requireAlive() throws {
        guard facts.read({ $0.processes[pid] != nil }) else {
            let message = "has ended, and the kernel does not announce a new process with its id"
            throw Unwatched(Reason(.processEnded, "process \(pid)", message))
        }
    }
}
