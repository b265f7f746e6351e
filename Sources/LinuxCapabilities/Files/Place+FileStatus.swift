import AccessModel
import Kernel
import LinuxSystem

extension Place {
    /// Creates the facts of a file. An owner is distinguished from one without a mapping if the kernel permits it.
    ///
    /// - Returns: nil for a kind of file that no rule knows.
    init?(_ found: borrowing FoundFile, _ mount: LiveMounts.Met) {
        self.init(found.status, mount, showing: found.place)
        // The file system gave the owner, not an idmapped mount.
        if found.isUnmapped { hasAmbiguousOwner = false }
    }

    /// - Returns: nil for a kind of file that no rule knows.
    init?(_ status: FileStatus, _ mount: LiveMounts.Met, showing file: borrowing Descriptor) {
        self.init(status, mount)
        if isImmutable, mount.mount.layers?.mayShowEROFS == true {
            judgeFlag(of: file, mount.mount)
        }
        if hasAmbiguousOwner, Self.showsOwner(status.facts, of: file, on: mount) {
            hasAmbiguousOwner = false
        }
        guard hasAmbiguousOwner, let own = try? FileCalls.unmappedStatus(of: file),
            let user = mount.users.owner(ofFileSystem: own.facts.uid),
            let group = mount.groups.owner(ofFileSystem: own.facts.gid)
        else { return }
        (uid, gid, hasAmbiguousOwner) = (user, group, false)
    }

    /// Whether the owner 65534 of a file on an overlay is one with that id. The kernel refuses a write to a file whose
    /// owner has no id before it looks at anything but a read-only file system and immutable files (inode_permission,
    /// fs/namei.c). Capabilities do not count there either (privileged_wrt_inode_uidgid, kernel/capability.c), so that
    /// what only they permit shows the owner there too.
    private static func showsOwner(
        _ facts: FileFacts,
        of file: borrowing Descriptor,
        on mount: LiveMounts.Met
    ) -> Bool {
        guard mount.users.isShownByWriting, mount.groups.isShownByWriting else { return false }
        switch FileCalls.refusal(of: .write, for: file) {
        case nil: return true
        // An immutable file.
        case .EPERM?,
            .EROFS? where mount.mount.flags.contains(.superblockReadOnly):
            guard facts.uid != ProcessCalls.ownUser else { return false }
            // The mask of an access list stands in place of the group's bits.
            for permission in [Permissions.read, .execute]
            where facts.mode & UInt16(permission.rawValue) * 0o11 == 0 {
                if FileCalls.refusal(of: permission, for: file) == nil { return true }
            }
            return false
        case .EROFS?: return true
        default: return false
        }
    }

    /// Judges whether a file of an overlay is immutable, or only called so, because EROFS has it in a lower layer. The
    /// kernel refuses a write to an immutable file (inode_permission, fs/namei.c; ovl_permission, fs/overlayfs/inode.c).
    private mutating func judgeFlag(of file: borrowing Descriptor, _ mount: Mount) {
        switch FileCalls.refusal(of: .write, for: file) {
        case nil: isImmutable = false
        // The mount is asked last.
        case .EROFS? where !mount.flags.contains(.superblockReadOnly): isImmutable = false
        // A filter of system calls refuses every question, and a control group the use of a device.
        case .EPERM?
        where ![.blockDevice, .characterDevice].contains(kind)
            && FileCalls.refusal(of: [], for: file) == nil:
            return
        default: mayOnlySeemImmutable = true
        }
    }

    /// - Returns: nil for a kind of file that no rule knows.
    private init?(_ status: FileStatus, _ mount: LiveMounts.Met) {
        let facts = status.facts
        guard let kind = facts.kind else { return nil }
        self.init(
            kind,
            mode: facts.mode,
            uid: mount.users.owner(facts.uid),
            gid: mount.groups.owner(facts.gid),
            // EROFS calls each file immutable (erofs_getattr), but does not mark it so for the rules.
            isImmutable: facts.isImmutable && mount.mount.fileSystem != "erofs",
            isAppendOnly: facts.isAppendOnly,
            hasAmbiguousOwner: mount.users.isAmbiguous(facts.uid)
                || mount.groups.isAmbiguous(facts.gid),
            isMountRoot: facts.isMountRoot,
            isEncrypted: facts.isEncrypted,
            isRemoved: facts.isRemoved,
            inode: facts.inode,
            device: facts.device,
            deviceNumber: status.deviceNumber
        )
        if facts.hasVerity { verity = FileFacts.kernelHasVerity ? .sealed : .unsupported }
        isOwnerValid = mount.users.hasEveryOwner && mount.groups.hasEveryOwner
    }
}

extension ProcZone {
    static func of(_ mount: MountStatus) -> ProcZone {
        mount.type == "proc" ? ProcZone(root: mount.root) : .none
    }
}
