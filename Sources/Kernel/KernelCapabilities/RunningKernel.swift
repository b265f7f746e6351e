/// The version of the running kernel, and the kernel capabilities that it knows.
package struct RunningKernel: Hashable, Sendable {
    package let version: KernelVersion
    /// The capabilities that the kernel knows: all up to `/proc/sys/kernel/cap_last_cap`.
    package let known: KernelCapabilitySet

    package init(version: KernelVersion, last: KernelCapability) {
        self.version = version
        known = KernelCapabilitySet(mask: UInt64.max >> (63 - UInt64(last.rawValue)))
    }
}
