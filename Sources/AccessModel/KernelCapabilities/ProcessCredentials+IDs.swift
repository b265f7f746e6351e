import Kernel

// The calls by which a service or a new program gets its ids. Ids are those of the process's own user namespace, as it
// passes them to the call. Nil leaves an id unchanged, like -1 in the calls.
extension ProcessCredentials {
    /// Returns the credentials after setresuid(2).
    ///
    /// See the kernel's __sys_setresuid (kernel/sys.c).
    package func settingUsers(
        real: UInt32?,
        effective: UInt32?,
        saved: UInt32?
    ) throws(CredentialRefusal) -> Self {
        let map = namespace.own.ids.users
        let (real, effective) = (try outside(real, map), try outside(effective, map))
        let saved = try outside(saved, map)
        let isCapable = sets.effective.contains(.setuid)
        return becoming(try user.setting(real, effective, saved, isCapable: isCapable))
    }

    /// Returns the credentials after setresgid(2), which changes no set.
    ///
    /// See the kernel's __sys_setresgid (kernel/sys.c).
    package func settingGroups(
        real: UInt32?,
        effective: UInt32?,
        saved: UInt32?
    ) throws(CredentialRefusal) -> Self {
        let map = namespace.own.ids.groups
        let (real, effective) = (try outside(real, map), try outside(effective, map))
        let saved = try outside(saved, map)
        var changed = self
        let isCapable = sets.effective.contains(.setgid)
        changed.group = try group.setting(real, effective, saved, isCapable: isCapable)
        return changed
    }

    /// Returns the credentials after setgroups(2). It also fails with `EPERM` if the namespace has no groups or denies
    /// the call.
    ///
    /// See the kernel's may_setgroups and groups_from_user (kernel/groups.c); user_namespaces(7), "The
    /// /proc/pid/setgroups file".
    package func settingSupplementaryGroups(
        _ ids: some Sequence<UInt32>
    ) throws(CredentialRefusal) -> Self {
        let own = namespace.own
        guard sets.effective.contains(.setgid), own.allowsSettingGroups,
            !own.ids.groups.ranges.isEmpty
        else { throw .notPermitted }
        var changed = self
        changed.groups = []
        for id in ids {
            guard let id = own.ids.groups.outside(of: id) else { throw .invalidArgument }
            changed.groups.insert(id)
        }
        return changed
    }

    /// Adjusts the sets to the new ids; the kernel's cap_emulate_setxuid (security/commoncap.c) and capabilities(7),
    /// "Effect of user ID changes on capabilities".
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
    /// The rules of setresuid(2) and setresgid(2). The file-system id follows the effective id, unless the call changes
    /// nothing.
    fileprivate func setting(
        _ newReal: UInt32?,
        _ newEffective: UInt32?,
        _ newSaved: UInt32?,
        isCapable: Bool
    ) throws(CredentialRefusal) -> Self {
        var changed = self
        changed.real = newReal ?? real
        changed.effective = newEffective ?? effective
        changed.saved = newSaved ?? saved
        changed.fileSystem = newEffective ?? fileSystem
        guard changed != self else { return self }
        let old = [real, effective, saved]
        let wanted = [newReal, newEffective, newSaved].compactMap { $0 }
        guard isCapable || wanted.allSatisfy(old.contains) else { throw .notPermitted }
        changed.fileSystem = changed.effective
        return changed
    }

    fileprivate func isAny(_ id: UInt32) -> Bool { real == id || effective == id || saved == id }
}

/// - Parameter id: Nil is an id that stays.
/// - Throws: `EINVAL` if the namespace does not map the id.
private func outside(_ id: UInt32?, _ map: IDMap) throws(CredentialRefusal) -> UInt32? {
    guard let id else { return nil }
    guard let found = map.outside(of: id) else { throw .invalidArgument }
    return found
}
