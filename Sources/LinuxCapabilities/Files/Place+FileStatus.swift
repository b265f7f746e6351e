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
        if hasAmbiguousOwner, mount.mount.layers != nil {
            // The answer to this thread includes that to the user who mounted it.
            for permission in [Permissions.read, .execute]
            where FileCalls.refusal(of: permission, for: file) == nil {
                mounterPermissions.formUnion(permission)
            }
        }
        guard hasAmbiguousOwner, let own = try? FileCalls.unmappedStatus(of: file),
            let user = mount.users.owner(ofFileSystem: own.facts.uid),
            let group = mount.groups.owner(ofFileSystem: own.facts.gid)
        else { return }
        (uid, gid, hasAmbiguousOwner) = (user, group, false)
    }

    /// Whether the owner 65534 of a file on an overlay is one with that id. The kernel refuses a write to a file whose
    /// owner has no id before it looks at anything but a read-only file system and immutable files (inode_permission,
    /// fs/namei.c).
    private static func showsOwner(
        _ facts: FileFacts,
        of file: borrowing Descriptor,
        on mount: LiveMounts.Met
    ) -> Bool {
        guard mount.users.isShownByWriting, mount.groups.isShownByWriting else { return false }
        let flags = mount.mount.flags
        switch FileCalls.refusal(of: .write, for: file) {
        case nil: return true
        // The file is immutable, or a filter or a control group refuses. That alone shows nothing about the owner.
        case .EPERM?: return isUsedByCapability(facts, file)
        case .EROFS? where flags.contains(.superblockReadOnly):
            return isUsedByCapability(facts, file)
        // The mount and a read-only upper layer are asked last. Only a filter says so of a special file.
        case .EROFS?: return facts.kind?.isSpecial == false && !FileCalls.isFiltered(file)
        default: return false
        }
    }

    /// Whether only a kernel capability lets this thread read, search or execute a file. None does if an owner has no id
    /// (privileged_wrt_inode_uidgid, kernel/capability.c).
    private static func isUsedByCapability(
        _ facts: FileFacts,
        _ file: borrowing Descriptor
    ) -> Bool {
        do throws(SystemError) {
            let own = try ProcessCalls.ownCredentials()
            let list = try FileList(of: file, by: DescriptorFolder(), at: "a file of an overlay")
            let isMember = ([own.group.fileSystem] + own.groups).contains(facts.gid)
            guard own.user.fileSystem != facts.uid else { return false }
            // The mask of an access list stands in place of the group's bits.
            let others: UInt16 = isMember || list.entries != nil ? 0o11 : 0o1
            return [Permissions.read, .execute].contains { permission in
                facts.mode & (UInt16(permission.rawValue) * others) == 0
                    && FileCalls.refusal(of: permission, for: file) == nil
            }
        } catch {
            // Then nothing shows the owner.
            return false
        }
    }

    /// Judges whether a file of an overlay is immutable, or only called so, because EROFS has it in a lower layer. The
    /// kernel refuses a write to an immutable file (inode_permission, fs/namei.c; ovl_permission, fs/overlayfs/inode.c).
    private mutating func judgeFlag(of file: borrowing Descriptor, _ mount: Mount) {
        switch FileCalls.refusal(of: .write, for: file) {
        case nil: isImmutable = false
        // The mount is asked last.
        case .EROFS?
        where !mount.flags.contains(.superblockReadOnly) && !FileCalls.isFiltered(file):
            isImmutable = false
        // A control group refuses the use of a device.
        case .EPERM?
        where ![.blockDevice, .characterDevice].contains(kind)
            && !FileCalls.isFiltered(file):
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
