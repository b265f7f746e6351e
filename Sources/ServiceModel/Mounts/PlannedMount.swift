package import Kernel

/// A change that systemd makes at one path of a service's mount namespace; `MountEntry` of src/core/namespace.c.
package struct PlannedMount: Hashable, Sendable {
    /// The kinds, in the order of their precedence at the same path: the first one wins.
    package enum Action: Int, Hashable, Sendable {
        case inaccessible
        /// Binds a file of the host, without and with the mounts below it.
        case bind, recursiveBind
        /// A new, empty directory for temporary files.
        case privateTmp
        /// A new `/dev`, and that of the host.
        case privateDevices, hostDevices
        /// An empty, read-only directory.
        case emptyDirectory
        /// The host's sysfs, and a new instance of proc(5).
        case sysfs, proc
        case readOnly, readWrite, noExec, exec
        case tmpfs
        /// An empty `/run`.
        case run
        /// Keeps a path writable, unless a setting says otherwise.
        case implicitReadWrite
    }

    package var path: MountPath
    package let action: Action
    /// The setting; nil for mounts that every service with a mount namespace gets.
    package let setting: NamedSetting?
    /// True if nothing happens when the path, or for a bind its source, does not exist.
    package let isOptional: Bool
    /// For a bind, the path on the host.
    package var source: MountPath?
    package var tmpfs = TmpfsOptions()
    /// Further flags. Each has the setting that gave it, and is false without one.
    package var readOnly: Flag?
    package var noExec: Flag?
    package var exec: Flag?

    /// A flag that a setting gave; the setting is nil for mounts that every service gets.
    package struct Flag: Hashable, Sendable {
        package let setting: NamedSetting?
    }

    var isApplied = false
    var followedLinks = 0

    package init(
        _ action: Action,
        at path: MountPath,
        by setting: NamedSetting?,
        isOptional: Bool = false,
        source: MountPath? = nil
    ) {
        self.action = action
        self.path = path
        self.setting = setting
        self.isOptional = isOptional
        self.source = source
        switch action {
        case .inaccessible: (readOnly, noExec) = (own, own)
        case .readOnly, .emptyDirectory: readOnly = own
        case .noExec, .sysfs, .proc: noExec = own
        case .exec: exec = own
        default: break
        }
    }

    private var own: Flag { Flag(setting: setting) }

    /// Adds the flags of another entry for the same path, which is dropped.
    mutating func absorb(_ other: PlannedMount) {
        readOnly = readOnly ?? other.readOnly
        noExec = noExec ?? other.noExec
        exec = exec ?? other.exec
    }

    var hasFlags: Bool { readOnly != nil || noExec != nil || exec != nil }

    /// True for the kinds that first remove all mounts at and below their path.
    var unmountsBelow: Bool {
        switch action {
        case .inaccessible, .tmpfs, .emptyDirectory, .privateDevices, .proc: true
        default: false
        }
    }

    /// True for the kinds whose flags do not affect the mounts below.
    var isAlone: Bool { action == .emptyDirectory || action == .tmpfs }
}

/// The options of a tmpfs, see tmpfs(5).
package struct TmpfsOptions: Hashable, Sendable {
    package var mode: UInt16 = 0o1777
    package var uid: UInt32 = 0
    package var gid: UInt32 = 0
    package var flags: MountFlags = []

    package init() {}

    /// Parses the options of `TemporaryFileSystem=`, over systemd's defaults: `mode=0755`, `nodev` (append_tmpfs_mounts,
    /// src/core/namespace.c).
    ///
    /// - Returns: The options; nil if one is not known.
    package init?(parsing text: String) {
        mode = 0o755
        flags = .noDev
        for option in text.split(separator: ",") {
            let parts = option.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else {
                guard let change = Self.flags[String(option)] else { return nil }
                flags.subtract(change.cleared)
                flags.formUnion(change.set)
                continue
            }
            switch parts[0] {
            case "mode":
                guard let mode = UInt16(parts[1], radix: 8), mode <= 0o7777 else { return nil }
                self.mode = mode
            case "uid":
                guard let uid = Self.id(parts[1]) else { return nil }
                self.uid = uid
            case "gid":
                guard let gid = Self.id(parts[1]) else { return nil }
                self.gid = gid
            // The limits of its size refuse nothing as long as it is empty, if they leave room for something.
            case "size", "nr_inodes", "nr_blocks":
                guard let last = parts[1].last else { return nil }
                let hasUnit = (parts[0] == "size" ? "kKmMgG%" : "kKmMgG").contains(last)
                // Without a unit, a small number could be too small. Much memory could be too much.
                guard let number = UInt64(hasUnit ? parts[1].dropLast() : parts[1]),
                    hasUnit ? 1...1 << 20 ~= number : 100...1 << 40 ~= number
                else { return nil }
            default: return nil
            }
        }
    }

    /// - Returns: The id; nil if it is none, or may be a number with another base (kstrtouint of the kernel).
    private static func id(_ text: Substring) -> UInt32? {
        guard let id = UInt32(text), id != .max, String(id) == text else { return nil }
        return id
    }

    private static let flags: [String: (set: MountFlags, cleared: MountFlags)] = [
        "ro": (.readOnly, []), "rw": ([], .readOnly),
        "nosuid": (.noSuid, []), "suid": ([], .noSuid),
        "nodev": (.noDev, []), "dev": ([], .noDev),
        "noexec": (.noExec, []), "exec": ([], .noExec),
        "nosymfollow": (.noSymlinkFollow, []), "symfollow": ([], .noSymlinkFollow),
        "relatime": ([], []), "noatime": ([], []), "nodiratime": ([], []), "strictatime": ([], []),
    ]
}
