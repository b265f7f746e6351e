import Capabilities
package import Kernel
package import LinuxSystem
import Procedures
package import ServiceModel

/// Answers questions about processes and their kernel capabilities.
package protocol ProcessProbe: Sendable {
    /// Returns the five sets of the calling thread. The bounding and the ambient set contain at least this bit's state.
    func ownSets(around bit: UInt8) throws -> KernelCapabilitySets

    /// The credentials of the calling thread.
    func ownCredentials() throws -> ThreadCredentials

    /// The credentials of every thread of this process.
    func ownThreads() throws -> OwnThreads

    /// Returns the users of the calling thread. They take two calls; the other credentials must be read from a file.
    func ownUsers() throws -> (real: UInt32, effective: UInt32)

    /// Returns the bounding set of the calling thread, within which a process of root would start.
    func ownBounding() throws -> KernelCapabilitySet

    /// Returns the namespaces of this process.
    func ownPlace() throws -> OwnPlace

    /// Returns the user namespace of the calling thread. The default implementation returns the initial one.
    func ownNamespace() throws -> UserNamespace

    /// True if proc(5) numbers processes as this process does.
    var numbersProcessesAlike: Bool { get }

    /// Returns the readable facts about another process.
    ///
    /// - Throws: ``SystemError`` with `ESRCH` if there is no such process or it ended meanwhile, and with `EPERM` if
    ///   proc(5) hides it; `CancellationError`.
    func facts(ofProcess pid: Int32) async throws -> ProcessFacts

    /// Returns the readable facts about every process in a control group and in those below it.
    ///
    /// - Throws: `ControlGroup.Failure` if not all of them are known; `CancellationError`.
    func facts(ofControlGroup group: String) async throws -> [ProcessFacts]

    /// Returns the processes of this machine that a look may find, besides those that facts describe.
    func visible() throws -> [Int32]

    /// Returns the confinement of the calling thread, apart from its permissions.
    func ownConfinement() throws -> Confinement

    /// Returns the confinement of another process, in any of its threads.
    ///
    /// - Throws: The errors of ``facts(ofProcess:)``.
    func confinement(ofProcess pid: Int32) async throws -> Confinement

    /// True if ``filters(of:)`` returns the filters of each process.
    var readsFilters: Bool { get }

    /// Returns the seccomp filters that every thread of another process has; nil if this probe does not read them.
    ///
    /// - Throws: ``SystemError`` if they cannot be read, or if threads have different ones; `CancellationError`.
    func filters(of process: ProcessFacts) async throws -> LoadedFilters?

    /// Returns whether the device controller of its control group may refuse devices to a process.
    ///
    /// - Parameter pid: nil for this process.
    func mayLackDevices(_ pid: Int32?) -> Bool

    /// Returns the start time of process 1, in the unit of ``ProcessFacts/startTime``.
    ///
    /// - Throws: The errors of ``facts(ofProcess:)``.
    func startTimeOfFirst() async throws -> UInt64

    /// Starts to watch for the end of another process.
    ///
    /// - Throws: `Unwatched` if it has ended, or if nothing announces its end.
    func end(ofProcess pid: Int32, waking bell: Bell) throws -> any ChangeSource

    /// Returns the settings that decide who may trace processes.
    func tracing() throws -> TracingFacts

    /// The highest kernel capability that the running kernel knows.
    var lastCapability: Int { get }

    /// - Throws: ``SystemError`` if proc(5) cannot be read; ``MissingFact`` if no fact describes it.
    func runningKernel() throws -> RunningKernel
}

extension Host {
    package static let processFamily = Family<any ProcessProbe>(live: LiveProcesses())

    package var processes: any ProcessProbe { self[Self.processFamily] }
}

extension ProcessProbe {
    /// Returns the calling thread as the only one.
    package func ownThreads() throws -> OwnThreads { OwnThreads(calling: try ownCredentials()) }

    package func ownBounding() throws -> KernelCapabilitySet {
        try ownCredentials().capabilities.bounding
    }

    package func ownUsers() throws -> (real: UInt32, effective: UInt32) {
        let own = try ownCredentials()
        return (own.user.real, own.user.effective)
    }

    /// Returns the confinement that the credentials show.
    package func ownConfinement() throws -> Confinement { Confinement([try ownCredentials()]) }

    /// Returns the confinement that the credentials show.
    package func confinement(ofProcess pid: Int32) async throws -> Confinement {
        Confinement(try await facts(ofProcess: pid).threads)
    }

    package var readsFilters: Bool { false }

    package func filters(of process: ProcessFacts) async throws -> LoadedFilters? { nil }

    package func mayLackDevices(_ pid: Int32?) -> Bool { false }

    package func runningKernel() throws -> RunningKernel { throw MissingFact("the kernel") }

    package func startTimeOfFirst() async throws -> UInt64 {
        try await facts(ofProcess: 1).startTime
    }
}

/// The namespaces of this process, and the ids that stand for those that it cannot see there.
package struct OwnPlace: Hashable, Sendable {
    package var namespaces: Namespaces
    /// The id that stands for one that our user namespace does not map; nil if it maps all ids.
    package var overflowUser: UInt32?
    package var overflowGroup: UInt32?

    package init(
        namespaces: Namespaces,
        overflowUser: UInt32? = nil,
        overflowGroup: UInt32? = nil
    ) {
        self.namespaces = namespaces
        self.overflowUser = overflowUser
        self.overflowGroup = overflowGroup
    }
}

extension ProcessProbe {
    package func ownNamespace() throws -> UserNamespace { .initial }

    package var numbersProcessesAlike: Bool { true }
}

extension ProcessProbe {
    package func visible() -> [Int32] { [] }
}

struct LiveProcesses: ProcessProbe {
    /// Reads the seccomp filters of processes; nil to stop none for them.
    var filterReader: FilterReader?

    func ownSets(around bit: UInt8) throws(SystemError) -> KernelCapabilitySets {
        try CapabilityCalls.ownSets(bits: bit...bit)
    }

    func ownCredentials() throws(SystemError) -> ThreadCredentials {
        try ProcessCalls.ownCredentials()
    }

    func ownThreads() throws(SystemError) -> OwnThreads { try ProcessCalls.ownThreads() }

    func ownUsers() -> (real: UInt32, effective: UInt32) {
        (ProcessCalls.ownRealUser, ProcessCalls.ownUser)
    }

    func ownPlace() throws(SystemError) -> OwnPlace {
        OwnPlace(
            namespaces: try Namespaces.own(),
            overflowUser: try ProcessCalls.ownOverflow(.user),
            overflowGroup: try ProcessCalls.ownOverflow(.group)
        )
    }

    func ownNamespace() throws(SystemError) -> UserNamespace { try UserNamespaces.own() }

    var numbersProcessesAlike: Bool { ProcessCalls.isProcOurs }

    func facts(ofProcess pid: Int32) async throws -> ProcessFacts {
        try await BlockingThreads.shared.runAsCaller("process \(pid)") {
            try ProcessHandle(pid: pid).facts()
        }
    }

    func facts(ofControlGroup group: String) async throws -> [ProcessFacts] {
        try await BlockingThreads.shared.runAsCaller("control group \(group)") {
            try ControlGroup.processes(of: group)
        }
    }

    func visible() throws(SystemError) -> [Int32] {
        try Directory.names(at: "/proc").compactMap { Int32($0) }
    }

    func ownConfinement() throws(SystemError) -> Confinement { try ProcessCalls.ownConfinement() }

    func confinement(ofProcess pid: Int32) async throws -> Confinement {
        try await BlockingThreads.shared.runAsCaller("process \(pid)") {
            try ProcessHandle(pid: pid).confinement()
        }
    }

    var readsFilters: Bool { filterReader != nil }

    func filters(of process: ProcessFacts) async throws -> LoadedFilters? {
        try await filterReader?.filters(of: process)
    }

    func mayLackDevices(_ pid: Int32?) -> Bool { DeviceGroup.mayRefuse(pid) }

    func end(ofProcess pid: Int32, waking bell: Bell) throws -> any ChangeSource {
        try ProcessEnd(of: pid, waking: bell)
    }

    func tracing() throws(SystemError) -> TracingFacts { try TracingFacts.own() }

    var lastCapability: Int { CapabilityCalls.last }

    func runningKernel() throws(SystemError) -> RunningKernel {
        try FileSettings.current().runningKernel
    }
}
