/// What of the running kernel decides about files: `fs.protected_*` of proc_sys_fs(5), and its version.
package struct FileSettings: Hashable, Sendable {
    package var protectedSymlinks: Int
    package var protectedHardlinks: Int
    package var protectedRegular: Int
    package var protectedFifos: Int
    package var kernel: KernelVersion

    package init(
        protectedSymlinks: Int = 1,
        protectedHardlinks: Int = 1,
        protectedRegular: Int = 0,
        protectedFifos: Int = 0,
        kernel: KernelVersion = KernelVersion(6, 18)
    ) {
        self.protectedSymlinks = protectedSymlinks
        self.protectedHardlinks = protectedHardlinks
        self.protectedRegular = protectedRegular
        self.protectedFifos = protectedFifos
        self.kernel = kernel
    }
}

/// The first two numbers of a kernel's release, see uname(2).
package struct KernelVersion: Hashable, Comparable, Sendable {
    package let major: Int
    package let minor: Int

    package init(_ major: Int, _ minor: Int) {
        self.major = major
        self.minor = minor
    }

    package static func < (one: Self, other: Self) -> Bool {
        (one.major, one.minor) < (other.major, other.minor)
    }
}
