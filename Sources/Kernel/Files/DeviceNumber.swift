/// The number of a device: that of a device node, or that of the device below a file system.
package struct DeviceNumber: Hashable, Sendable {
    package let major: UInt32
    package let minor: UInt32

    @inlinable package init(major: UInt32, minor: UInt32) {
        self.major = major
        self.minor = minor
    }

    /// The number that means no device: for a file system without one, and for a described file.
    @inlinable package static var none: Self { Self(major: 0, minor: 0) }

    @inlinable package static func == (one: Self, other: Self) -> Bool {
        one.major == other.major && one.minor == other.minor
    }

    /// Reads `254:0`, the form of proc_pid_mountinfo(5) and of sysfs(5).
    package init?(_ text: some StringProtocol) {
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false)
            .map { UInt32($0) }
        guard numbers.count == 2, let major = numbers[0], let minor = numbers[1] else { return nil }
        self.init(major: major, minor: minor)
    }
}
