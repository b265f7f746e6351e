package import Kernel

/// A file as one mount shows it, by its number in a ``FileTree``: the kernel's `struct path`.
package struct PlaceID: Hashable, Sendable {
    package let index: Int32
    package init(index: Int32) { self.index = index }
}

/// Whether fs-verity keeps the content of a file for ever; see Documentation/filesystems/fsverity.rst.
package enum Verity: UInt8, Sendable {
    case none, sealed
    /// It does, and this kernel has no fs-verity.
    case unsupported
}

/// What of a file decides who may use it.
package struct Place: Hashable, Sendable {
    package var kind: FileKind
    /// The permission, set-id and sticky bits: 0 through 0o7777.
    package var mode: UInt16
    /// As the mount shows it; ``noID`` where it maps to nobody.
    package var uid: UInt32
    package var gid: UInt32
    /// chattr(1) `+i`.
    package var isImmutable: Bool
    /// chattr(1) `+a`.
    package var isAppendOnly: Bool
    /// Whether an owner may be another than is shown: 65534, which an idmapped mount also shows for ids
    /// without a mapping.
    package var hasAmbiguousOwner: Bool
    /// Whether such an owner is one for the kernel at least, since no idmapped mount shows it.
    package var isOwnerValid = false
    /// Whether something is mounted here, so that the name itself belongs to another file, the covered one.
    package var isMountRoot: Bool
    /// Whether fscrypt encrypts it.
    package var isEncrypted: Bool
    package var verity = Verity.none
    /// Whether it has no name any more.
    package var isRemoved: Bool
    /// Of the folder of a process, how its mount hides it from others; nil where it does not.
    package var hiding: ProcessHiding?
    package var inode: UInt64
    /// The number of the file system.
    package var device: DeviceNumber
    /// The number of a device node, major and minor.
    package var deviceNumber: DeviceNumber
    /// Copied here by the tree, for the rules that every step of every walk asks.
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

    /// Whether both are the same file of the same file system.
    func isSameFile(as other: Place) -> Bool { inode == other.inode && device == other.device }

    /// The same file, had it no owner, no group, or neither: one that loses its owner alone may come to be
    /// decided by its group.
    var lessOwned: [Place] {
        [(noID, gid), (uid, noID), (noID, noID)].map { ids in
            var place = self
            (place.uid, place.gid) = ids
            return place
        }
    }

    /// Whether the kernel may have no id for an owner, which no one can tell.
    var mayHaveNoOwner: Bool { hasAmbiguousOwner && !isOwnerValid }

    /// The kernel's HAS_UNMAPPED_ID.
    var hasUnmappedID: Bool { uid == noID || gid == noID }
}

extension DeviceNumber {
    /// null, zero, full, random and urandom of mem(4), null(4) and random(4), which open for everybody.
    var opensAlways: Bool { major == 1 && [3, 5, 7, 8, 9].contains(minor) }
}
