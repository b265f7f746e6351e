package import Kernel

/// What a mount and the file system behind it say about all files on it, see mount(8).
package struct Mount: Hashable, Sendable {
    package var flags: MountFlags
    package var rules: FileSystemRules
    /// The name of the file system's type, for words: `ext4`.
    package var fileSystem: String
    /// Where it is mounted, for words.
    package var point: String
    /// The ids that the mount shows (outside) for those of the file system (inside); nil where it is not
    /// idmapped.
    package var users: IDMap?
    package var groups: IDMap?
    /// Of an overlay.
    package var layers: OverlayLayers?

    package init(
        flags: MountFlags = [],
        rules: FileSystemRules = .generic,
        fileSystem: String = "ext4",
        point: String = "/",
        users: IDMap? = nil,
        groups: IDMap? = nil,
        layers: OverlayLayers? = nil
    ) {
        self.flags = flags
        self.rules = rules
        self.fileSystem = fileSystem
        self.point = point
        self.users = users
        self.groups = groups
        self.layers = layers
    }

    /// The kernel's __mnt_is_readonly.
    var isReadOnly: Bool { !flags.isDisjoint(with: [.readOnly, .superblockReadOnly]) }
}

// What else of a mount and its file system the rules ask, beyond the bits of mount_setattr(2).
extension MountFlags {
    /// The whole file system is read-only, by whichever mount.
    package static let superblockReadOnly = Self(rawValue: 1 << 60)
    /// The file system may belong to a user namespace besides the initial one: then it has no devices, an
    /// overlay the powers of who mounted it there, and the settings of a network another administrator.
    package static let perhapsOfUserNamespace = Self(rawValue: 1 << 61)
    /// The file system is shut down, see `FS_IOC_SHUTDOWN`.
    package static let shutDown = Self(rawValue: 1 << 62)
    /// The file system may belong to a user namespace that the subject is not in, nor below: it may know
    /// fewer ids.
    package static let mayKnowFewerIDs = Self(rawValue: 1 << 63)
}

/// How far the kernel's own rules are the whole truth on a file system.
package struct FileSystemRules: Hashable, Sendable {
    package enum Permission: UInt8, Hashable, Sendable {
        /// generic_permission (fs/namei.c).
        case generic
        /// /proc/sys: by the effective user and group 0, whatever the kernel capabilities (fs/proc/proc_sysctl.c).
        case procSys
        /// The same of a setting of a network, of which CAP_NET_ADMIN over the network makes its owner
        /// (net_ctl_permissions, net/sysctl_net.c).
        case procSysNetwork
        /// The same of a setting of an IPC or a PID namespace, which is that of whoever looks
        /// (ipc_permissions, ipc/ipc_sysctl.c; pid_table_root_permissions, kernel/pid.c).
        case procSysNamespace
        /// generic_permission, but that the threads of the process itself may read and write
        /// (proc_tid_comm_permission, fs/proc/base.c).
        case genericOrOwn
        /// Somebody else decides: a server, a process of FUSE, a driver.
        case elsewhere
    }

    /// Which names can be made and removed.
    package enum Names: UInt8, Hashable, Sendable {
        /// Any, by the permissions.
        case free
        /// None.
        case fixed
        /// None, and each that is free counts as missing: proc(5).
        case fixedAndSeen
        /// Some, by rules of its own.
        case elsewhere
    }

    /// What no name leaves by rename(2) or link(2), although it stays on its mount.
    package enum Parts: UInt8, Hashable, Sendable {
        case none
        /// Those of btrfs: each has a device number of its own, and may be read-only.
        case subvolumes
        /// All files of one project id below a directory that hands it down: chattr(1), `P`.
        case projects
    }

    package var permission: Permission
    /// Whether a file opens for everybody whom the permissions let in, whatever its handlers.
    package var opensFreely: Bool
    package var names: Names
    /// Whether modes and owners change by the kernel's own rules alone.
    package var changesFreely: Bool
    /// Whether files have attributes of the class `user`, see xattr(7).
    package var hasUserAttributes: Bool
    /// Whether files have access lists, see acl(5).
    package var hasAccessLists: Bool
    /// Whether whoever reaches a file may stat(2) it.
    package var statsFreely = true
    package var parts: Parts

    package init(
        permission: Permission,
        opensFreely: Bool,
        names: Names,
        changesFreely: Bool,
        hasUserAttributes: Bool,
        hasAccessLists: Bool,
        parts: Parts = .none
    ) {
        self.permission = permission
        self.opensFreely = opensFreely
        self.names = names
        self.changesFreely = changesFreely
        self.hasUserAttributes = hasUserAttributes
        self.hasAccessLists = hasAccessLists
        self.parts = parts
    }

    /// tmpfs, overlay, and with parts besides: ext4, xfs, btrfs.
    package static let generic = FileSystemRules(
        permission: .generic,
        opensFreely: true,
        names: .free,
        changesFreely: true,
        hasUserAttributes: true,
        hasAccessLists: true
    )
    /// Nothing is known: each question about it is without an answer.
    package static let elsewhere = FileSystemRules(
        permission: .elsewhere,
        opensFreely: false,
        names: .elsewhere,
        changesFreely: false,
        hasUserAttributes: false,
        hasAccessLists: false
    )
    /// The same, where a server or a process may refuse stat(2) too.
    package static let served: FileSystemRules = {
        var rules = elsewhere
        rules.statsFreely = false
        return rules
    }()
}
