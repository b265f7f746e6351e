package import LinuxSystem

/// Answers questions about the kernel capabilities of processes.
package protocol ProcessProbe: Sendable {
    /// The five sets of the calling thread; of the bounding and the ambient set at least this bit.
    func ownSets(around bit: UInt8) throws(SystemError) -> CapabilitySets

    /// The highest capability that the running kernel knows.
    func lastCapability() throws(SystemError) -> Int
}

struct LiveProcesses: ProcessProbe {
    /// Does not change while a kernel runs.
    private static let last = Result { () throws(SystemError) in try CapabilityCalls.last() }

    func ownSets(around bit: UInt8) throws(SystemError) -> CapabilitySets {
        try CapabilityCalls.ownSets(bits: bit...bit)
    }

    func lastCapability() throws(SystemError) -> Int { try Self.last.get() }
}
