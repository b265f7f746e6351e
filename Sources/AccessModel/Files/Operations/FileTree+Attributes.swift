import Kernel

// chmod(2), chown(2), utimensat(2), setxattr(2), truncate(2): the kernel's notify_change, setattr_prepare
// (fs/attr.c), xattr_permission (fs/xattr.c), vfs_set_acl (fs/posix_acl.c), vfs_truncate (fs/open.c).
extension FileTree {
    func changeMode(_ file: PlaceID, _ subject: Credentials) throws(Stop) {
        try wantWrite(file)
        try refuseChange(file)
        if self[file].kind == .symbolicLink {
            throw .refused(Refusal(.isALink, .EOPNOTSUPP, at: file))
        }
        try wantOwnRules(file)
        try wantMappedOwner(file)
        try wantOwnership(file, subject)
        try wantFreeChanges(file)
        try wantKnownMounter(file, subject)
        try wantUpper(file)
    }

    /// The flags of a symbolic link, which file_setattr(2) changes; before Linux 6.17 nothing does.
    func changeFlagsOfLink(_ link: PlaceID, _ subject: Credentials) throws(Stop) {
        guard settings.kernel >= KernelVersion(6, 17) else {
            throw .refused(Refusal(.isALink, .EOPNOTSUPP, at: link))
        }
        try wantWrite(link)
        try wantOwnRules(link)
        try wantMappedOwner(link)
        try wantOwnership(link, subject)
        try wantWritableSubvolume(link)
        try wantKnownMounter(link, subject)
        try wantUpper(link)
    }

    /// Changes the mode, or the access list if a read-only subvolume refuses to change the mode.
    func changePermissions(_ file: PlaceID, _ subject: Credentials) throws(Stop) {
        do throws(Stop) {
            try changeMode(file, subject)
        } catch .refused(let refusal) where refusal.cause == .readOnlySubvolume {
            try setList(file, subject)
        }
    }

    func touch(_ file: PlaceID, now: Bool, _ subject: Credentials) throws(Stop) {
        try wantWrite(file)
        try wantOwnRules(file)
        guard now else {
            try refuseChange(file)
            try wantMappedOwner(file)
            try wantOwnership(file, subject)
            try askFileSystem(file)
            try wantKnownMounter(file, subject)
            return try wantUpper(file)
        }
        try refuseImmutable(file)
        try wantOwnershipOrWriting(file, subject)
        try wantMappedOwner(file)
        try askFileSystem(file)
        try wantWritableSubvolume(file)
        try wantKnownMounter(file, subject)
        try wantUpper(file)
    }

    /// The kernel's may_setattr for setting the time to the present.
    private func wantOwnershipOrWriting(_ file: PlaceID, _ subject: Credentials) throws(Stop) {
        let isOwner = self[file].isKnownOwnedOrFowner(subject)
        if isOwner == true { return }
        do throws(Stop) {
            try permit(.write, on: file, subject)
        } catch .refused(let refusal) where isOwner == nil && refusal.error == .EACCES {
            throw .unknown(Unknown(.owner, at: file))
        }
    }

    func setAttribute(_ file: PlaceID, _ subject: Credentials) throws(Stop) {
        try wantWrite(file)
        try refuseChange(file)
        try wantMappedOwner(file, .EPERM)
        let place = self[file]
        guard place.kind == .regular || place.kind == .directory else {
            throw .refused(Refusal(.attributeKind, .EPERM, at: file))
        }
        if place.kind == .directory, place.mode & 0o1000 != 0 {
            try wantOwnership(file, subject)
        }
        try permit(.write, on: file, subject)
        guard mount(of: file).rules.hasUserAttributes else {
            throw .refused(Refusal(.noSuchOperation, .EOPNOTSUPP, at: file))
        }
        try wantUpper(file)
        try wantSeenUpper(file)
    }

    func setList(_ file: PlaceID, _ subject: Credentials) throws(Stop) {
        try setListIfKept(file, subject)
        try wantSeenUpper(file)
    }

    /// The same if the upper layer of an overlay has access lists. btrfs sets a list in a read-only subvolume too.
    func setListIfKept(_ file: PlaceID, _ subject: Credentials) throws(Stop) {
        try wantWrite(file)
        try refuseImmutable(file)
        try refuseAppendOnly(file)
        try refuseStub(file)
        try wantMappedOwner(file, .EPERM)
        try wantOwnRules(file)
        guard self[file].kind != .symbolicLink, mount(of: file).rules.hasAccessLists else {
            throw .refused(Refusal(.listOnLink, .EOPNOTSUPP, at: file))
        }
        try wantOwnership(file, subject)
        try wantListsInLayers(file)
        try wantKnownMounter(file, subject)
        try wantUpper(file)
    }

    func truncate(_ file: PlaceID, _ subject: Credentials) throws(Stop) {
        try refuseToTruncate(file)
        // Linux 6.14 checks the permission first.
        let mountFirst = settings.kernel < KernelVersion(6, 14)
        if mountFirst { try wantWrite(file) }
        try permit(.write, on: file, subject)
        if !mountFirst { try wantWrite(file) }
        try cutPermitted(file)
    }

    func refuseToTruncate(_ file: PlaceID) throws(Stop) {
        switch self[file].kind {
        case .directory: throw .refused(Refusal(.isADirectory, .EISDIR, at: file))
        case .regular: return
        default: throw .refused(Refusal(.notRegular, .EINVAL, at: file))
        }
    }

    /// Checks of truncate(2) after the permissions.
    func cutPermitted(_ file: PlaceID) throws(Stop) {
        try wantOwnRules(file)
        try refuseAppendOnly(file)
        try refuseSwap(file, .ETXTBSY)
        try wantKey(file)
        try refuseVerity(file, writes: true)
        try wantUpper(file)
    }

    /// The kernel's may_setattr, with the check that btrfs makes first.
    func refuseChange(_ file: PlaceID) throws(Stop) {
        try refuseImmutable(file)
        try refuseAppendOnly(file)
        try wantWritableSubvolume(file)
    }
}
