package import Kernel

/// The number of a file in a ``FileTree``, as one mount shows the file: the kernel's `struct path`.
package struct PlaceID: Hashable, Sendable {
    package let index: Int32
    package init(index: Int32) { self.index = index }
}

/// The state of fs-verity for a file, which makes the content read-only; see Documentation/filesystems/fsverity.rst.
package enum Verity: UInt8, Sendable {
    case none, sealed
    /// It does, but this kernel has no fs-verity.
    case unsupported
}

/// The file system of a file, and the number of the file in it.
package struct FileID: Hashable, Sendable {
    package let device: DeviceNumber
    package let inode: UInt64
}

/// The properties of a file that determine access to it.
package struct Place: Hashable, Sendable {
    package var kind: FileKind
    /// The permission, set-id and sticky bits: 0 through 0o7777.
    package var mode: UInt16
    /// The owner as the mount shows it; ``noID`` if it is not mapped.
    package var uid: UInt32
    package var gid: UInt32
    /// chattr(1) `+i`.
    package var isImmutable: Bool
    /// True if EROFS may have the file in a lower layer of an overlay, which then shows it as immutable, and it is not.
    package var mayOnlySeemImmutable = false
    /// chattr(1) `+a`.
    package var isAppendOnly: Bool
    /// True if the owner may differ from the one shown. That one is 65534, which an idmapped mount also shows for
    /// unmapped ids.
    package var hasAmbiguousOwner: Bool
    /// What the user who mounted an overlay is known to be permitted, for a file whose owner is ambiguous.
    package var mounterPermissions: Permissions = []
    /// True if such an owner is at least valid for the kernel, since no idmapped mount shows it.
    package var isOwnerValid = false
    /// True if something is mounted here. The name itself then belongs to the covered file.
    package var isMountRoot: Bool
    /// True if fscrypt encrypts it.
    package var isEncrypted: Bool
    package var verity = Verity.none
    /// True if the file has no name any more.
    package var isRemoved: Bool
    /// For the directory of a process, the way in which its mount hides it from others; nil if it does not.
    package var hiding: ProcessHiding?
    package var inode: UInt64
    /// The number of the file system.
    package var device: DeviceNumber
    /// The device number of a device node.
    package var deviceNumber: DeviceNumber
    /// Copied here by the tree, for rules that apply to every step of every walk.
    var hasList = false
    var permissionRule = FileSystemRules.Permission.generic

    package init(
        _ kind: FileKind,
        mode: UInt16,
        uid: UInt32,
        gid: UInt32,
        isImmutable: Bool = false,
        isAppendOnly: Bool = false,
        hasAmbiguousOwner: Bool = false,
        isMountRoot: Bool = false,
        isEncrypted: Bool = false,
        isRemoved: Bool = false,
        inode: UInt64 = 0,
        device: DeviceNumber = .none,
        deviceNumber: DeviceNumber = .none
    ) {
        self.kind = kind
        self.mode = mode
        self.uid = uid
        self.gid = gid
        self.isImmutable = isImmutable
        self.isAppendOnly = isAppendOnly
        self.hasAmbiguousOwner = hasAmbiguousOwner
        self.isMountRoot = isMountRoot
        self.isEncrypted = isEncrypted
        self.isRemoved = isRemoved
        self.inode = inode
        self.device = device
        self.deviceNumber = deviceNumber
    }

    /// Returns whether both are the same file of the same file system.
    package func isSameFile(as other: Place) -> Bool {
        file == other.file
    }

    /// The file, whatever its path and its mount.
    package var file: FileID { FileID(device: device, inode: inode) }

    /// The same file without its owner, without its group, and without both. If only the owner is removed, the group
    /// class may decide.
    var lessOwned: [Place] {
        [(noID, gid), (uid, noID), (noID, noID)].map { ids in
            var place = self
            (place.uid, place.gid) = ids
            return place
        }
    }

    /// True if the kernel may have no id for an owner. It cannot be determined whether it has one.
    var mayHaveNoOwner: Bool { hasAmbiguousOwner && !isOwnerValid }

    /// The kernel's HAS_UNMAPPED_ID.
    var hasUnmappedID: Bool { uid == noID || gid == noID }
}

extension DeviceNumber {
    /// null, zero, full, random and urandom of mem(4), null(4) and random(4), which every user can open.
    var opensAlways: Bool { major == 1 && [3, 5, 7, 8, 9].contains(minor) }
}
