package import Kernel

/// The devices that every policy but `DevicePolicy=strict` permits: `/dev/null`, `/dev/zero`, `/dev/full`,
/// `/dev/random`, `/dev/urandom`, `/dev/tty`, `/dev/ptmx` and `/dev/pts/*`.
///
/// - SeeAlso: `cgroup_apply_devices` in src/core/cgroup.c of systemd. It takes the numbers from the nodes, and those are
///   in Documentation/admin-guide/devices.txt of the kernel.
package enum StandardDevices {
    private static let numbers: Set<DeviceNumber> = [
        DeviceNumber(major: 1, minor: 3), DeviceNumber(major: 1, minor: 5),
        DeviceNumber(major: 1, minor: 7), DeviceNumber(major: 1, minor: 8),
        DeviceNumber(major: 1, minor: 9), DeviceNumber(major: 5, minor: 0),
        DeviceNumber(major: 5, minor: 2),
    ]

    /// Returns whether a character device is one of them.
    package static func contain(_ number: DeviceNumber) -> Bool {
        numbers.contains(number) || number.major == 136
    }
}
