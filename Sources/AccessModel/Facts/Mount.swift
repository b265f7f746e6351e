package import Kernel

/// The properties of a mount, and of its file system, that apply to all files on it; see mount(8).
package struct Mount: Hashable, Sendable {
    package var flags: MountFlags
    package var rules: FileSystemRules
    /// The type of the file system, for messages: `ext4`.
    package var fileSystem: String
    /// The mount point, for messages.
    package var point: String
    /// The map from ids of the file system (inside) to ids that the mount shows (outside). Nil if the mount is not
    /// idmapped.
    package var users: IDMap?
    package var groups: IDMap?
    /// The layers of an overlay.
    package var layers: OverlayLayers?
    /// The settings of a service that made the mount, for messages.
    package var settings = MountSettings()

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

/// The settings of a service that put a mount at its place, and that gave it flags. Nil if none did.
package struct MountSettings: Hashable, Sendable {
    package struct Setting: Hashable, Sendable {
        /// For example `ProtectSystem=strict`.
        package let text: String
        /// The file and the line.
        package let place: String

        package init(_ text: String, at place: String) { (self.text, self.place) = (text, place) }
    }

    /// The setting that replaced the files of the host.
    package var content: Setting?
    package var readOnly: Setting?
    package var noExec: Setting?

    package init() {}
}

// Further facts about a mount and its file system, beyond the bits of mount_setattr(2).
extension MountFlags {
    /// An error has made the file system refuse changes, at a point that its driver chooses: `emergency_ro` of ext4.
    package static let readOnlyAfterError = Self(rawValue: 1 << 59)
    /// The whole file system is read-only, on every mount.
    package static let superblockReadOnly = Self(rawValue: 1 << 60)
    /// The file system may belong to another user namespace than the initial one. It then has no devices. An overlay
    /// has only the powers of the user who mounted it there, and network settings have another administrator.
    package static let perhapsOfUserNamespace = Self(rawValue: 1 << 61)
    /// The file system is shut down, see `FS_IOC_SHUTDOWN`.
    package static let shutDown = Self(rawValue: 1 << 62)
    /// The file system may belong to a user namespace that is not the subject's or an ancestor of it, and may map fewer
    /// ids.
    package static let mayKnowFewerIDs = Self(rawValue: 1 << 63)
}

/// The parts of a file system's behavior that the kernel's own rules determine.
package struct FileSystemRules: Hashable, Sendable {
    package enum Permission: UInt8, Hashable, Sendable {
        /// generic_permission (fs/namei.c).
        case generic
        /// /proc/sys: by the effective user and group 0, regardless of kernel capabilities (fs/proc/proc_sysctl.c).
        case procSys
        /// As `procSys`, for a network setting. CAP_NET_ADMIN over the network makes a process its owner
        /// (net_ctl_permissions, net/sysctl_net.c).
        case procSysNetwork
        /// As `procSys`, for a setting of an IPC or PID namespace. It is the setting of the observer's own namespace
        /// (ipc_permissions, ipc/ipc_sysctl.c; pid_table_root_permissions, kernel/pid.c).
        case procSysNamespace
        /// generic_permission, except that the process's own threads may read and write (proc_tid_comm_permission,
        /// fs/proc/base.c).
        case genericOrOwn
        /// Another party decides: a server, a FUSE process, or a driver.
        case elsewhere
    }

    /// The names that can be created and removed.
    package enum Names: UInt8, Hashable, Sendable {
        /// All names, according to the permissions.
        case free
        /// No names.
        case fixed
        /// No names, and a free name counts as missing: proc(5).
        case fixedAndSeen
        /// Some names, by the file system's own rules.
        case elsewhere
    }

    /// The parts of a mount that rename(2) and link(2) do not cross.
    package enum Parts: UInt8, Hashable, Sendable {
        case none
        /// The subvolumes of btrfs. Each has its own device number, and may be read-only.
        case subvolumes
        /// The files of one project id, below a directory that passes it on: chattr(1), `P`.
        case projects
    }

    package var permission: Permission
    /// True if open(2) depends on the permissions alone, and not on the file's own handlers.
    package var opensFreely: Bool
    package var names: Names
    /// True if only the kernel's own rules decide about changes of modes and owners.
    package var changesFreely: Bool
    /// True if files have attributes of the class `user`, see xattr(7).
    package var hasUserAttributes: Bool
    /// True if files have access lists, see acl(5).
    package var hasAccessLists: Bool
    /// True if every user who reaches a file may call stat(2) on it.
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

    /// The rules of tmpfs and overlay, and, with parts, of ext4, xfs and btrfs.
    package static let generic = FileSystemRules(
        permission: .generic,
        opensFreely: true,
        names: .free,
        changesFreely: true,
        hasUserAttributes: true,
        hasAccessLists: true
    )
    /// Rules for a file system about which nothing is known. Every question about it is undecided.
    package static let elsewhere = FileSystemRules(
        permission: .elsewhere,
        opensFreely: false,
        names: .elsewhere,
        changesFreely: false,
        hasUserAttributes: false,
        hasAccessLists: false
    )
    /// The same, but a server or a process may also refuse stat(2).
    package static let served: FileSystemRules = {
        var rules = elsewhere
        rules.statsFreely = false
        return rules
    }()
}
