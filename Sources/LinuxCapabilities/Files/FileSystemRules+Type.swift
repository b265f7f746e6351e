package import AccessModel
package import Kernel

extension FileSystemRules {
    /// By the name of a file system's type, as `/proc/filesystems` has it. One that nobody has looked at
    /// decides elsewhere.
    static func ofType(_ type: String, kernel: KernelVersion) -> FileSystemRules {
        switch type {
        case "overlay", "erofs": .generic
        case "ext2", "ext3", "ext4", "xfs": .generic(parts: .projects)
        case "btrfs": .generic(parts: .subvolumes)
        case "tmpfs", "devtmpfs": .tmpfs(kernel: kernel)
        case "squashfs": FileSystemRules(hasUserAttributes: true)
        case "ramfs", "iso9660": FileSystemRules()
        // Names that are neither a directory's nor a file's are refused.
        case "hugetlbfs": FileSystemRules(names: .elsewhere)
        case "vfat", "msdos", "exfat": FileSystemRules(names: .elsewhere, changesFreely: false)
        case "proc": FileSystemRules(opensFreely: false, names: .fixedAndSeen)
        case "sysfs", "devpts": FileSystemRules(opensFreely: false, names: .fixed)
        case "cgroup", "cgroup2":
            FileSystemRules(opensFreely: false, names: .elsewhere, hasUserAttributes: true)
        case "mqueue", "bpf", "tracefs", "securityfs", "configfs", "pstore", "binfmt_misc",
            "fusectl":
            FileSystemRules(opensFreely: false, names: .elsewhere)
        // Its modes cannot be changed while the kernel is locked down.
        case "debugfs":
            FileSystemRules(opensFreely: false, names: .elsewhere, changesFreely: false)
        // The kernel has it, and asks nobody who looks at the point itself.
        case "autofs": .elsewhere
        default: .served
        }
    }

    private static func generic(parts: Parts) -> FileSystemRules {
        var rules = generic
        rules.parts = parts
        return rules
    }

    private static func tmpfs(kernel: KernelVersion) -> FileSystemRules {
        var rules = generic
        rules.hasUserAttributes = kernel >= KernelVersion(6, 6)
        return rules
    }

    /// One without access lists.
    private init(
        opensFreely: Bool = true,
        names: Names = .free,
        changesFreely: Bool = true,
        hasUserAttributes: Bool = false
    ) {
        self.init(
            permission: .generic,
            opensFreely: opensFreely,
            names: names,
            changesFreely: changesFreely,
            hasUserAttributes: hasUserAttributes,
            hasAccessLists: false
        )
    }
}

extension MountFlags {
    /// What a type of file system switches off on all its mounts, and mount options do not show: the
    /// kernel's SB_I_NOEXEC and SB_I_NODEV.
    static func impliedByType(_ type: String) -> MountFlags {
        switch type {
        case "proc", "sysfs", "cgroup", "cgroup2", "mqueue", "binfmt_misc": [.noExec, .noDev]
        default: []
        }
    }
}

extension Mount {
    /// A described mount of a type of file system.
    package init(ofType type: String, flags: MountFlags, kernel: KernelVersion) {
        self.init(
            flags: flags.union(.impliedByType(type)),
            rules: .ofType(type, kernel: kernel),
            fileSystem: type,
            point: ""
        )
    }
}
