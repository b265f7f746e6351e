import CLinux
import Glibc

/// What the kernel keeps of one file, as statx(2) tells it.
package struct FileFacts: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case regular, directory, symbolicLink, fifo, socket, blockDevice, characterDevice, unknown
    }

    package var kind: Kind
    /// The permission, set-id and sticky bits: 0 through 0o7777.
    package var mode: UInt16
    package var uid: UInt32
    package var gid: UInt32
    /// Whether the file is immutable, see chattr(1) `+i`; false where its file system does not say.
    package var isImmutable: Bool
    /// Whether the file is append-only, see chattr(1) `+a`; false where its file system does not say.
    package var isAppendOnly: Bool
    package var isMountRoot: Bool
    /// Whether fscrypt encrypts it.
    package var isEncrypted: Bool
    /// Whether fs-verity keeps its content.
    package var hasVerity: Bool
    /// Whether it has no name any more; false where its file system does not count names.
    package var isRemoved: Bool
    package var inode: UInt64
    package var device: UInt64

    package init(
        kind: Kind,
        mode: UInt16,
        uid: UInt32,
        gid: UInt32,
        isImmutable: Bool = false,
        isAppendOnly: Bool = false,
        isMountRoot: Bool = false,
        isEncrypted: Bool = false,
        hasVerity: Bool = false,
        isRemoved: Bool = false,
        inode: UInt64 = 0,
        device: UInt64 = 0
    ) {
        self.kind = kind
        self.mode = mode
        self.uid = uid
        self.gid = gid
        self.isImmutable = isImmutable
        self.isAppendOnly = isAppendOnly
        self.isMountRoot = isMountRoot
        self.isEncrypted = isEncrypted
        self.hasVerity = hasVerity
        self.isRemoved = isRemoved
        self.inode = inode
        self.device = device
    }
}

extension FileFacts {
    /// Whether the kernel has fs-verity, as ext4 or f2fs shows it; true where neither does.
    package static let kernelHasVerity: Bool = {
        let features = ["ext4", "f2fs"].compactMap {
            try? Directory.names(at: "/sys/fs/\($0)/features")
        }
        return features.first?.contains("verity") ?? true
    }()

    package func isSameFile(as other: Self) -> Bool {
        (device, inode) == (other.device, other.inode)
    }

    init(_ found: statx) {
        let attributes = found.stx_attributes & found.stx_attributes_mask
        self.init(
            kind: Kind(format: UInt32(found.stx_mode)),
            mode: found.stx_mode & 0o7777,
            uid: found.stx_uid,
            gid: found.stx_gid,
            isImmutable: attributes & UInt64(STATX_ATTR_IMMUTABLE) != 0,
            isAppendOnly: attributes & UInt64(STATX_ATTR_APPEND) != 0,
            isMountRoot: attributes & UInt64(STATX_ATTR_MOUNT_ROOT) != 0,
            isEncrypted: attributes & UInt64(STATX_ATTR_ENCRYPTED) != 0,
            hasVerity: attributes & UInt64(STATX_ATTR_VERITY) != 0,
            isRemoved: found.stx_mask & STATX_NLINK != 0 && found.stx_nlink == 0,
            inode: found.stx_ino,
            device: UInt64(found.stx_dev_major) << 32 | UInt64(found.stx_dev_minor)
        )
    }
}

extension FileFacts.Kind {
    /// For a sentence: `is a directory`.
    package var noun: String {
        switch self {
        case .regular: "a regular file"
        case .directory: "a directory"
        case .symbolicLink: "a symbolic link"
        case .fifo: "a fifo"
        case .socket: "a socket"
        case .blockDevice: "a block device"
        case .characterDevice: "a character device"
        case .unknown: "of an unknown kind"
        }
    }

    init(format: UInt32) {
        switch format & 0o170000 {  // S_IFMT, inode(7)
        case 0o100000: self = .regular
        case 0o040000: self = .directory
        case 0o120000: self = .symbolicLink
        case 0o010000: self = .fifo
        case 0o140000: self = .socket
        case 0o060000: self = .blockDevice
        case 0o020000: self = .characterDevice
        default: self = .unknown
        }
    }
}

/// What a mount says of the files below it, see statvfs(3) and mount(8).
package struct MountFacts: Hashable, Sendable {
    package var isReadOnly: Bool
    package var isNoExec: Bool
    package var isNoDev: Bool
    package var isNoSuid: Bool
    /// The type of file system as statfs(2) numbers it: `0xEF53` is ext4.
    package var magic: Int64

    package init(
        isReadOnly: Bool = false,
        isNoExec: Bool = false,
        isNoDev: Bool = false,
        isNoSuid: Bool = false,
        magic: Int64 = 0
    ) {
        self.isReadOnly = isReadOnly
        self.isNoExec = isNoExec
        self.isNoDev = isNoDev
        self.isNoSuid = isNoSuid
        self.magic = magic
    }
}
