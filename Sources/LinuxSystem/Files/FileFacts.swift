import CLinux
import Glibc
package import Kernel

/// The attributes that the kernel keeps of one file, as statx(2) returns them.
package struct FileFacts: Hashable, Sendable {
    /// Nil for an unknown kind.
    package var kind: FileKind?
    /// The permission, set-id and sticky bits: 0 through 0o7777.
    package var mode: UInt16
    package var uid: UInt32
    package var gid: UInt32
    /// Whether the file is immutable, see chattr(1) `+i`; false if its file system does not show this.
    package var isImmutable: Bool
    /// Whether the file is append-only, see chattr(1) `+a`; false if its file system does not show this.
    package var isAppendOnly: Bool
    package var isMountRoot: Bool
    /// Whether fscrypt encrypts it.
    package var isEncrypted: Bool
    /// Whether fs-verity protects its content.
    package var hasVerity: Bool
    /// Whether it has no name any more; false if its file system does not count names.
    package var isRemoved: Bool
    package var inode: UInt64
    /// The number of the file system.
    package var device: DeviceNumber

    package init(
        kind: FileKind?,
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
        device: DeviceNumber = .none
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
    /// Whether the kernel supports fs-verity, as ext4 or f2fs shows it; true if neither shows anything.
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
            kind: FileKind(format: found.stx_mode),
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
            device: DeviceNumber(major: found.stx_dev_major, minor: found.stx_dev_minor)
        )
    }
}
