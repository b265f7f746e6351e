import Kernel
import LinuxCapabilities
import LinuxSystem

/// The processes of this machine. Each answer is recorded.
struct RecordedProcesses: ProcessProbe {
    let recorder: HostRecorder
    private let live = Host.live[Host.processFamily]

    init(recorder: HostRecorder) { self.recorder = recorder }

    var lastCapability: Int { live.lastCapability }

    func ownSets(around bit: UInt8) throws -> KernelCapabilitySets {
        _ = try ownCredentials()
        return try live.ownSets(around: bit)
    }

    func ownCredentials() throws -> ThreadCredentials {
        let own = try live.ownCredentials()
        recorder.note { $0.own = own }
        return own
    }

    func ownThreads() throws -> OwnThreads {
        let threads = try live.ownThreads()
        recorder.note { $0.own = threads.calling }
        return threads
    }

    func ownPlace() throws -> OwnPlace { try live.ownPlace() }

    func ownNamespace() throws -> UserNamespace { try live.ownNamespace() }

    var numbersProcessesAlike: Bool { live.numbersProcessesAlike }

    func mayLackDevices(_ pid: Int32?) -> Bool { live.mayLackDevices(pid) }

    func end(ofProcess pid: Int32, waking bell: Bell) throws -> any ChangeSource {
        try live.end(ofProcess: pid, waking: bell)
    }

    func tracing() throws -> TracingFacts {
        let found = try live.tracing()
        recorder.note {
            $0.tracingScope = found.scope
            if found.scope != nil { $0.sysctls.insert(.tracingScope) }
        }
        return found
    }

    // Not recorded, because it changes no verdict.

    func ownConfinement() throws -> Confinement { try live.ownConfinement() }

    func confinement(ofProcess pid: Int32) async throws -> Confinement {
        try await live.confinement(ofProcess: pid)
    }

    func facts(ofProcess pid: Int32) async throws -> ProcessFacts {
        let found = try await live.facts(ofProcess: pid)
        recorder.note { $0.processes[pid] = found }
        return found
    }

    func facts(ofControlGroup group: String) async throws -> [ProcessFacts] {
        let found = try await live.facts(ofControlGroup: group)
        recorder.note { for one in found { $0.processes[one.pid] = one } }
        return found
    }
}
