import Kernel

// The transitions of setgid(2) and its kin, which change no set. Ids are those of the process' own user
// namespace; nil leaves one as it is, for which the calls take -1.
extension ProcessCredentials {
    /// What setgid(2) makes of them: all ids with CAP_SETGID, otherwise the effective one alone.
    ///
    /// The kernel's __sys_setgid (kernel/sys.c).
    package func settingGroup(_ id: UInt32) throws(CredentialRefusal) -> Self {
        let id = try outside(id, namespace.own.ids.groups)
        var changed = self
        if sets.effective.contains(.setgid) {
            (changed.group.real, changed.group.saved) = (id, id)
        } else if id != group.real && id != group.saved {
            throw .notPermitted
        }
        (changed.group.effective, changed.group.fileSystem) = (id, id)
        return changed
    }

    /// What setregid(2) makes of them.
    ///
    /// The kernel's __sys_setregid (kernel/sys.c).
    package func settingGroups(
        real: UInt32?,
        effective: UInt32?
    ) throws(CredentialRefusal) -> Self {
        let (real, effective) = try outside(real, effective, namespace.own.ids.groups)
        var changed = self
        changed.group = try group.setting(
            real,
            effective,
            isCapable: sets.effective.contains(.setgid)
        )
        return changed
    }

    /// What setresgid(2) makes of them.
    ///
    /// The kernel's __sys_setresgid (kernel/sys.c).
    package func settingGroups(
        real: UInt32?,
        effective: UInt32?,
        saved: UInt32?
    ) throws(CredentialRefusal) -> Self {
        let map = namespace.own.ids.groups
        let (first, second) = try outside(real, effective, map)
        let third = try saved.map { id throws(CredentialRefusal) in try outside(id, map) }
        var changed = self
        let isCapable = sets.effective.contains(.setgid)
        changed.group = try group.setting(first, second, third, isCapable: isCapable)
        return changed
    }

    /// What setfsgid(2) makes of them, which fails silently.
    ///
    /// The kernel's __sys_setfsgid (kernel/sys.c).
    package func settingFileSystemGroup(_ id: UInt32) -> Self {
        guard let id = namespace.own.ids.groups.outside(of: id),
            group.all.contains(id) || sets.effective.contains(.setgid)
        else { return self }
        var changed = self
        changed.group.fileSystem = id
        return changed
    }

    /// What setgroups(2) makes of them: `EPERM` also where the namespace has no groups or denies it.
    ///
    /// The kernel's may_setgroups and groups_from_user (kernel/groups.c); user_namespaces(7),
    /// "The /proc/pid/setgroups file".
    package func settingSupplementaryGroups(
        _ ids: some Sequence<UInt32>
    ) throws(CredentialRefusal) -> Self {
        let own = namespace.own
        guard sets.effective.contains(.setgid), own.allowsSettingGroups,
            !own.ids.groups.ranges.isEmpty
        else { throw .notPermitted }
        var changed = self
        changed.groups = []
        for id in ids { changed.groups.insert(try outside(id, own.ids.groups)) }
        return changed
    }
}
