import Kernel

extension FileTree {
    /// The kernel's mnt_want_write (fs/namespace.c): checks the mount and the whole file system.
    func wantWrite(_ id: PlaceID) throws(Stop) {
        let flags = mount(of: id).flags
        if flags.contains(.superblockReadOnly) {
            throw .refused(Refusal(.readOnlyFileSystem, .EROFS, at: id))
        }
        if flags.contains(.readOnly) {
            throw .refused(Refusal(.readOnlyMount, .EROFS, at: id))
        }
        if flags.contains(.readOnlyAfterError) { throw .unknown(Unknown(.shutDown, at: id)) }
    }

    /// The kernel's fsuidgid_has_mapping (include/linux/fs.h): requires that a new file can have the subject's ids
    /// there.
    func wantOwner(_ subject: Credentials, in directory: PlaceID) throws(Stop) {
        let mount = mount(of: directory)
        let hasUser = mount.users?.contains(outside: subject.user) ?? true
        let hasGroup = mount.groups?.contains(outside: subject.group) ?? true
        guard hasUser, hasGroup else {
            throw .refused(Refusal(.unmappedSubject, .EOVERFLOW, at: directory))
        }
        // If the ids are not mapped there either, the error is EOVERFLOW, whatever the mode of the directory says.
        let isMapped =
            subject.namespace.users.contains(outside: subject.user)
            && subject.namespace.groups.contains(outside: subject.group)
        if mount.flags.contains(.mayKnowFewerIDs)
            || !isMapped && mount.flags.contains(.perhapsOfUserNamespace)
        {
            throw undecided(directory)
        }
    }

    /// Requires that the file system allows names to be created and removed.
    func wantNames(_ directory: PlaceID, _ error: Errno) throws(Stop) {
        switch mount(of: directory).rules.names {
        case .free: return
        case .fixed, .fixedAndSeen:
            throw .refused(Refusal(.noSuchOperation, error, at: directory))
        case .elsewhere: throw undecided(directory)
        }
    }

    /// Requires that a subject can look up the free name that it would create. In proc(5) such a name is missing.
    func wantNewName(_ last: LastName, in directory: PlaceID) throws(Stop) {
        guard mount(of: directory).rules.names == .fixedAndSeen else { return }
        throw .refused(try missing(last, in: directory))
    }

    /// Requires that no other party decides about changes of a file.
    func wantOwnRules(_ id: PlaceID) throws(Stop) {
        guard self[id].permissionRule == .elsewhere else { return }
        throw undecided(id)
    }

    /// Requires that a file system has no further rules for modes and owners.
    func wantFreeChanges(_ id: PlaceID) throws(Stop) {
        guard mount(of: id).rules.changesFreely else { throw undecided(id) }
        try askFileSystem(id)
    }

    /// Checks that a file system makes before it changes a mode, an owner or a time. A directory must not be one of
    /// those that the kernel reserves for mounts, which have this mode (empty_dir_setattr, fs/libfs.c).
    func askFileSystem(_ id: PlaceID) throws(Stop) {
        try refuseVerity(id)
        let names = mount(of: id).rules.names
        guard names == .fixed || names == .fixedAndSeen else { return }
        if self[id].kind == .directory, self[id].mode == 0o555 { throw undecided(id) }
    }
}
