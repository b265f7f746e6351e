import Kernel

extension FileTree {
    /// The kernel's mnt_want_write (fs/namespace.c): by the mount, or the whole file system.
    func wantWrite(_ id: PlaceID) throws(Stop) {
        let flags = mount(of: id).flags
        if flags.contains(.superblockReadOnly) {
            throw .refused(Refusal(.readOnlyFileSystem, .EROFS, at: id))
        }
        if flags.contains(.readOnly) {
            throw .refused(Refusal(.readOnlyMount, .EROFS, at: id))
        }
    }

    /// The kernel's fsuidgid_has_mapping (include/linux/fs.h): whether what a subject makes can have its
    /// owner there.
    func wantOwner(_ subject: Credentials, in directory: PlaceID) throws(Stop) {
        let mount = mount(of: directory)
        let hasUser = mount.users?.contains(outside: subject.user) ?? true
        let hasGroup = mount.groups?.contains(outside: subject.group) ?? true
        guard hasUser, hasGroup else {
            throw .refused(Refusal(.unmappedSubject, .EOVERFLOW, at: directory))
        }
        if mount.flags.contains(.mayKnowFewerIDs) { throw undecided(directory) }
    }

    /// That no owner of a file is unmapped: writing it back could lose it.
    func wantMappedOwner(_ id: PlaceID, _ error: Errno = .EOVERFLOW) throws(Stop) {
        if self[id].mayHaveNoOwner { throw .unknown(Unknown(.owner, at: id)) }
        if self[id].hasUnmappedID { throw .refused(Refusal(.unmappedOwner, error, at: id)) }
    }

    func wantOwnership(_ id: PlaceID, _ subject: Credentials) throws(Stop) {
        guard let isOwner = self[id].isKnownOwnedOrFowner(subject) else {
            throw .unknown(Unknown(.owner, at: id))
        }
        if isOwner { return }
        throw .refused(Refusal(.notOwner, .EPERM, at: id))
    }

    func refuseImmutable(_ id: PlaceID) throws(Stop) {
        if self[id].isImmutable { throw .refused(Refusal(.immutable, .EPERM, at: id)) }
    }

    func refuseAppendOnly(_ id: PlaceID) throws(Stop) {
        if self[id].isAppendOnly { throw .refused(Refusal(.appendOnly, .EPERM, at: id)) }
    }

    /// What is true of a file system that does not let names be made or removed.
    func wantNames(_ directory: PlaceID, _ error: Errno) throws(Stop) {
        switch mount(of: directory).rules.names {
        case .free: return
        case .fixed, .fixedAndSeen:
            throw .refused(Refusal(.noSuchOperation, error, at: directory))
        case .elsewhere: throw undecided(directory)
        }
    }

    /// That a name which is free can be looked up by who would make it: in proc(5) it is missing.
    func wantNewName(_ last: LastName, in directory: PlaceID) throws(Stop) {
        guard mount(of: directory).rules.names == .fixedAndSeen else { return }
        throw .refused(try missing(last, in: directory))
    }

    /// That nobody else decides who may change a file.
    func wantOwnRules(_ id: PlaceID) throws(Stop) {
        guard self[id].permissionRule == .elsewhere else { return }
        throw undecided(id)
    }

    /// That a file system has no rules besides for modes and owners.
    func wantFreeChanges(_ id: PlaceID) throws(Stop) {
        guard mount(of: id).rules.changesFreely else { throw undecided(id) }
        try askFileSystem(id)
    }

    /// What a file system asks itself before it changes a mode, an owner or a time: that a directory is none of
    /// those that the kernel keeps for mounts (empty_dir_setattr, fs/libfs.c), which have this mode.
    func askFileSystem(_ id: PlaceID) throws(Stop) {
        try refuseVerity(id)
        let names = mount(of: id).rules.names
        guard names == .fixed || names == .fixedAndSeen else { return }
        if self[id].kind == .directory, self[id].mode == 0o555 { throw undecided(id) }
    }
}
