package import LinuxSystem

/// Answers questions about the kernel capabilities of processes.
package protocol ProcessProbe: Sendable {
    /// The five sets of the calling thread; of the bounding and the ambient set at least this bit.
    func ownSets(around bit: UInt8) throws(SystemError) -> CapabilitySets

    /// The five sets of every thread of a process, in the order of their ids.
    ///
    /// - Throws: ``SystemError`` with `ESRCH` where there is no such process here; with what proc(5) says
    ///   where it is hidden.
    func sets(ofProcess pid: Int32) throws(SystemError) -> [ThreadSets]

    /// The highest capability that the running kernel knows.
    func lastCapability() throws(SystemError) -> Int
}

/// The capabilities of one thread of a process.
package struct ThreadSets: Hashable, Sendable {
    package let thread: Int32
    package let sets: CapabilitySets

    package init(thread: Int32, sets: CapabilitySets) {
        self.thread = thread
        self.sets = sets
    }
}

struct LiveProcesses: ProcessProbe {
    /// Does not change while a kernel runs.
    private static let last = Result { () throws(SystemError) in try CapabilityCalls.last() }

    func ownSets(around bit: UInt8) throws(SystemError) -> CapabilitySets {
        try CapabilityCalls.ownSets(bits: bit...bit)
    }

    func sets(ofProcess pid: Int32) throws(SystemError) -> [ThreadSets] {
        do throws(SystemError) {
            return try ProcessCalls.credentials(ofProcess: pid).map {
                ThreadSets(thread: $0.thread, sets: $0.capabilities)
            }
        } catch {
            guard error.code == Errno.ESRCH, ProcessCalls.exists(pid) else { throw error }
            let remedy = "proc(5) hides it (hidepid); ask as root"
            throw SystemError(error.call, error.object, code: Errno.EPERM, remedy: remedy)
        }
    }

    func lastCapability() throws(SystemError) -> Int { try Self.last.get() }
}
