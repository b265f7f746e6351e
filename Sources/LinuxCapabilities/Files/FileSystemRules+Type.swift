package import AccessModel
package import Kernel

extension FileSystemRules {
    /// Returns the rules for the name of a file system's type, as in `/proc/filesystems`. A type that is not listed
    /// here makes its own decisions.
    static func ofType(_ type: String, kernel: KernelVersion) -> FileSystemRules {
        switch type {
        case "overlay", "erofs": .generic
        case "ext2", "ext3", "ext4", "xfs": .generic(parts: .projects)
        case "btrfs": .generic(parts: .subvolumes)
        case "tmpfs", "devtmpfs": .tmpfs(kernel: kernel)
        case "squashfs": FileSystemRules(hasUserAttributes: true)
        case "ramfs", "iso9660": FileSystemRules()
        // It refuses new entries that are neither directories nor files.
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
        // The kernel implements it, and a look at the mount point itself needs no server.
        case "autofs": .elsewhere
        default: .served
        }
    }

    /// Returns whether files of a type of file system are known to take access lists. EROFS has lists, but sets none
    /// (fs/erofs/inode.c).
    static func setsLists(type: String, kernel: KernelVersion) -> Bool {
        let rules = ofType(type, kernel: kernel)
        return rules.permission == .generic && rules.hasAccessLists && type != "erofs"
    }

    /// Returns whether a type of file system is known to count the links of its directories.
    static func countsLinks(type: String) -> Bool {
        ["ext2", "ext3", "ext4", "tmpfs", "xfs"].contains(type)
    }

    /// Returns whether a type of file system is known to take files that are written synchronously (`chattr +S`).
    static func takesSync(type: String) -> Bool {
        ["ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs"].contains(type)
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

    /// Creates rules without access lists.
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
    /// Returns the flags that a type of file system sets on all its mounts, which mount options do not show: the
    /// kernel's SB_I_NOEXEC and SB_I_NODEV.
    static func impliedByType(_ type: String) -> MountFlags {
        switch type {
        case "proc", "sysfs", "cgroup", "cgroup2", "mqueue", "binfmt_misc": [.noExec, .noDev]
        default: []
        }
    }
}

extension Mount {
    /// Creates a described mount with a type of file system.
    package init(ofType type: String, flags: MountFlags, kernel: KernelVersion) {
        self.init(
            flags: flags.union(.impliedByType(type)),
            rules: .ofType(type, kernel: kernel),
            fileSystem: type,
            point: ""
        )
    }
}
