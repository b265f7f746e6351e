import AccessModel

extension FileSystemRules {
    /// By the name of a file system's type, as `/proc/filesystems` has it. One that nobody has looked at
    /// decides elsewhere.
    static func ofType(_ type: String, kernel: KernelVersion) -> FileSystemRules {
        switch type {
        case "ext2", "ext3", "ext4", "xfs", "btrfs", "overlay", "erofs": return .generic
        case "tmpfs", "devtmpfs":
            var rules = FileSystemRules.generic
            rules.hasUserAttributes = kernel >= KernelVersion(6, 6)
            return rules
        case "ramfs": return .plain
        case "squashfs":
            var rules = FileSystemRules.plain
            rules.hasUserAttributes = true
            return rules
        case "iso9660": return .plain
        case "proc", "sysfs", "devpts": return .ofKernel
        default: return .elsewhere
        }
    }

    /// Neither attributes nor access lists.
    private static let plain = FileSystemRules(
        permission: .generic,
        opensFreely: true,
        takesNames: true,
        hasUserAttributes: false,
        hasAccessLists: false
    )

    /// Files that the kernel makes, and that no call takes away.
    private static let ofKernel = FileSystemRules(
        permission: .generic,
        opensFreely: false,
        takesNames: false,
        hasUserAttributes: false,
        hasAccessLists: false
    )
}

extension Mount.Flags {
    /// What a type of file system switches off on all its mounts, and mount options do not show: the
    /// kernel's SB_I_NOEXEC and SB_I_NODEV.
    static func impliedByType(_ type: String) -> Mount.Flags {
        switch type {
        case "proc", "sysfs", "cgroup", "cgroup2", "mqueue", "binfmt_misc": [.noExec, .noDev]
        default: []
        }
    }
}
