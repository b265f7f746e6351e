import Capabilities
package import Kernel
package import LinuxSystem
import Procedures

/// Answers questions about processes and their kernel capabilities.
package protocol ProcessProbe: Sendable {
    /// The five sets of the calling thread; of the bounding and the ambient set at least this bit.
    func ownSets(around bit: UInt8) throws -> KernelCapabilitySets

    /// The credentials of the calling thread.
    func ownCredentials() throws -> ThreadCredentials

    /// The credentials of every thread of this process.
    func ownThreads() throws -> OwnThreads

    /// The users of the calling thread, which two calls tell: its other credentials are in a file.
    func ownUsers() throws -> (real: UInt32, effective: UInt32)

    /// Where this process is.
    func ownPlace() throws -> OwnPlace

    /// The user namespace of the calling thread; the initial one unless a host says otherwise.
    func ownNamespace() throws -> UserNamespace

    /// Whether proc(5) has the processes by the numbers that they have for this one.
    var numbersProcessesAlike: Bool { get }

    /// What can be read of another process.
    ///
    /// - Throws: ``SystemError`` with `ESRCH` where there is no such process, or it ended meanwhile;
    ///   with `EPERM` where proc(5) hides it; `CancellationError`.
    func facts(ofProcess pid: Int32) async throws -> ProcessFacts

    /// What can be read of every process in a control group and in those below it.
    ///
    /// - Throws: `ControlGroup.Failure` where not all of them are known; `CancellationError`.
    func facts(ofControlGroup group: String) async throws -> [ProcessFacts]

    /// What confines the calling thread, besides its permissions.
    func ownConfinement() throws -> Confinement

    /// What confines another process, in any of its threads.
    ///
    /// - Throws: as ``facts(ofProcess:)``.
    func confinement(ofProcess pid: Int32) async throws -> Confinement

    /// Whether the device controller of its control group may refuse a process devices.
    ///
    /// - Parameter pid: nil for this process.
    func mayLackDevices(_ pid: Int32?) -> Bool

    /// When the first process began, as ``ProcessFacts/startTime`` has it.
    ///
    /// - Throws: as ``facts(ofProcess:)``.
    func startTimeOfFirst() async throws -> UInt64

    /// Begins to wait for the end of another process.
    ///
    /// - Throws: `Unwatched` where it has ended, or nothing tells.
    func end(ofProcess pid: Int32, waking bell: Bell) throws -> any ChangeSource

    /// What decides who may trace processes.
    func tracing() throws -> TracingFacts

    /// The highest capability that the running kernel knows.
    var lastCapability: Int { get }
}

extension Host {
    package static let processFamily = Family<any ProcessProbe>(live: LiveProcesses())

    package var processes: any ProcessProbe { self[Self.processFamily] }
}

extension ProcessProbe {
    /// Of a process with one thread.
    package func ownThreads() throws -> OwnThreads { OwnThreads(calling: try ownCredentials()) }

    package func ownUsers() throws -> (real: UInt32, effective: UInt32) {
        let own = try ownCredentials()
        return (own.user.real, own.user.effective)
    }

    /// As far as the credentials tell.
    package func ownConfinement() throws -> Confinement { Confinement([try ownCredentials()]) }

    /// As far as the credentials tell.
    package func confinement(ofProcess pid: Int32) async throws -> Confinement {
        Confinement(try await facts(ofProcess: pid).threads)
    }

    package func mayLackDevices(_ pid: Int32?) -> Bool { false }

    package func startTimeOfFirst() async throws -> UInt64 {
        try await facts(ofProcess: 1).startTime
    }
}

/// Where this process is, and which ids stand for those that it cannot see there.
package struct OwnPlace: Hashable, Sendable {
    package var namespaces: Namespaces
    /// What shows for an id that our user namespace does not map; nil where it maps all of them.
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

struct LiveProcesses: ProcessProbe {
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

    func ownConfinement() throws(SystemError) -> Confinement { try ProcessCalls.ownConfinement() }

    func confinement(ofProcess pid: Int32) async throws -> Confinement {
        try await BlockingThreads.shared.runAsCaller("process \(pid)") {
            try ProcessHandle(pid: pid).confinement()
        }
    }

    func mayLackDevices(_ pid: Int32?) -> Bool { DeviceGroup.mayRefuse(pid) }

    func end(ofProcess pid: Int32, waking bell: Bell) throws -> any ChangeSource {
        try ProcessEnd(of: pid, waking: bell)
    }

    func tracing() throws(SystemError) -> TracingFacts { try TracingFacts.own() }

    var lastCapability: Int { CapabilityCalls.last }
}
