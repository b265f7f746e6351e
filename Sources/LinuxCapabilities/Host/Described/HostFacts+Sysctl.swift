extension HostFacts {
    /// A setting of the kernel by its name in sysctl(8).
    package enum Sysctl: String, CaseIterable, Hashable, Sendable {
        case unprivilegedStart = "net.ipv4.ip_unprivileged_port_start"
        case bindsOnlyIPv6 = "net.ipv6.bindv6only"
        case pingGroups = "net.ipv4.ping_group_range"
        case protectedSymlinks = "fs.protected_symlinks"
        case protectedHardlinks = "fs.protected_hardlinks"
        case protectedRegular = "fs.protected_regular"
        case protectedFifos = "fs.protected_fifos"
        /// Of a kernel with Yama.
        case tracingScope = "kernel.yama.ptrace_scope"

        /// Those in ``FileSettings``.
        static let ofFiles: Set<Sysctl> = [
            .protectedSymlinks, .protectedHardlinks, .protectedRegular, .protectedFifos,
        ]
    }
}
