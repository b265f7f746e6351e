import Kernel

// The transitions of setuid(2) and its kin. Ids are those of the process' own user namespace, as it would
// hand them to the call; nil leaves one as it is, for which the calls take -1.
extension ProcessCredentials {
    /// What setuid(2) makes of them: all ids with CAP_SETUID, otherwise the effective one alone.
    ///
    /// The kernel's __sys_setuid (kernel/sys.c).
    package func settingUser(_ id: UInt32) throws(CredentialRefusal) -> Self {
        let id = try outside(id, namespace.own.ids.users)
        var ids = user
        if sets.effective.contains(.setuid) {
            (ids.real, ids.saved) = (id, id)
        } else if id != user.real && id != user.saved {
            throw .notPermitted
        }
        (ids.effective, ids.fileSystem) = (id, id)
        return becoming(ids)
    }

    /// What setreuid(2) makes of them; seteuid(2) is setresuid(2) with one id.
    ///
    /// The kernel's __sys_setreuid (kernel/sys.c).
    package func settingUsers(
        real: UInt32?,
        effective: UInt32?
    ) throws(CredentialRefusal) -> Self {
        let (real, effective) = try outside(real, effective, namespace.own.ids.users)
        return becoming(
            try user.setting(real, effective, isCapable: sets.effective.contains(.setuid))
        )
    }

    /// What setresuid(2) makes of them.
    ///
    /// The kernel's __sys_setresuid (kernel/sys.c).
    package func settingUsers(
        real: UInt32?,
        effective: UInt32?,
        saved: UInt32?
    ) throws(CredentialRefusal) -> Self {
        let map = namespace.own.ids.users
        let (first, second) = try outside(real, effective, map)
        let third = try saved.map { id throws(CredentialRefusal) in try outside(id, map) }
        let isCapable = sets.effective.contains(.setuid)
        return becoming(try user.setting(first, second, third, isCapable: isCapable))
    }

    /// What setfsuid(2) makes of them, which fails silently.
    ///
    /// The kernel's __sys_setfsuid (kernel/sys.c) and cap_task_fix_setuid (security/commoncap.c).
    package func settingFileSystemUser(_ id: UInt32) -> Self {
        guard let id = namespace.own.ids.users.outside(of: id),
            user.all.contains(id) || sets.effective.contains(.setuid)
        else { return self }
        var changed = self
        changed.user.fileSystem = id
        guard !secureBits.contains(.noSetuidFixup), let root else { return changed }
        if user.fileSystem == root && id != root {
            changed.sets.effective = sets.effective.subtracting(.ofFiles)
        } else if user.fileSystem != root && id == root {
            changed.sets.effective = sets.effective
                .union(sets.permitted.intersection(.ofFiles))
        }
        return changed
    }

    /// The sets follow the ids; the kernel's cap_emulate_setxuid (security/commoncap.c) and
    /// capabilities(7), "Effect of user ID changes on capabilities".
    private func becoming(_ ids: CredentialIDs) -> Self {
        var changed = self
        changed.user = ids
        guard !secureBits.contains(.noSetuidFixup), let root else { return changed }
        if user.isAny(root) && !ids.isAny(root) {
            if !secureBits.contains(.keepCaps) {
                (changed.sets.permitted, changed.sets.effective) = (.none, .none)
            }
            changed.sets.ambient = .none
        }
        if user.effective == root && ids.effective != root { changed.sets.effective = .none }
        if user.effective != root && ids.effective == root {
            changed.sets.effective = changed.sets.permitted
        }
        return changed
    }
}

extension CredentialIDs {
    fileprivate func isAny(_ id: UInt32) -> Bool { real == id || effective == id || saved == id }
}

extension KernelCapabilitySet {
    /// `CAP_FS_SET`: those that come and go with the user that files see.
    fileprivate static let ofFiles = Self([
        .chown, .dacOverride, .dacReadSearch, .fowner, .fsetid, .linuxImmutable, .mknod,
        .macOverride,
    ])
}
