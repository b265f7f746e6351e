/// What of the running kernel its rules depend on.
package struct Kernel: Hashable, Sendable {
    package let version: KernelVersion
    /// The capabilities that it knows: all up to `/proc/sys/kernel/cap_last_cap`.
    package let known: KernelCapabilitySet

    package init(version: KernelVersion, last: KernelCapability) {
        self.version = version
        known = KernelCapabilitySet(mask: UInt64.max >> (63 - UInt64(last.rawValue)))
    }
}

/// The first two numbers of a kernel's release, 6.16.
package struct KernelVersion: Hashable, Sendable, Comparable {
    package let major: Int
    package let minor: Int

    package init(_ major: Int, _ minor: Int) {
        self.major = major
        self.minor = minor
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }
}
