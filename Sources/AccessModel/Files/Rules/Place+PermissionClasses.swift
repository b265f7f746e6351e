package import Kernel

// The kernel's generic_permission and acl_permission_check (fs/namei.c).
extension Place {
    /// Returns the class of the permissions that applies to a subject, and any override.
    ///
    /// Read-only mounts, immutable files and the file system's own rules come before it; see path_resolution(7).
    package func decision(
        _ wanted: Permissions,
        list: [ListEntry]?,
        _ subject: Credentials
    ) -> InodeDecision {
        let (permissionClass, granted) =
            isProcSys
            ? procSysClass(of: subject) : classThatCounts(wanted, list, subject)
        let isGranted = granted.isSuperset(of: wanted)
        let override =
            isGranted || isProcSys ? nil : override(wanted, subject)
        return InodeDecision(
            permissionClass,
            granted,
            entry: list?.first { $0.isEntry(of: permissionClass) }?.permissions,
            ignoresList: list != nil && [.group, .other].contains(permissionClass),
            override: override,
            isPermitted: isGranted || override != nil
        )
    }

    /// Returns the class that applies, and its permissions.
    func classThatCounts(
        _ wanted: Permissions,
        _ list: [ListEntry]?,
        _ subject: Credentials
    ) -> (PermissionClass, Permissions) {
        if isOwned(by: subject) { return (.owner, permissions(shift: 6)) }
        // With an empty mask the kernel ignores the list completely, contrary to acl(5).
        if let list, mode & 0o070 != 0 { return listClass(wanted, list, subject) }
        if subject.isIn(gid) { return (.group, permissions(shift: 3)) }
        return (.other, permissions(shift: 0))
    }

    func isOwned(by subject: Credentials) -> Bool { subject.user == uid && uid != noID }

    /// The kernel's posix_acl_permission (fs/posix_acl.c), and acl(5), "ACCESS CHECK ALGORITHM".
    private func listClass(
        _ wanted: Permissions,
        _ list: [ListEntry],
        _ subject: Credentials
    ) -> (PermissionClass, Permissions) {
        let mask = list.first { $0.tag == .mask }?.permissions ?? [.read, .write, .execute]
        if let entry = list.first(where: { $0.tag == .user(subject.user) }) {
            return (.listUser(subject.user), entry.permissions.intersection(mask))
        }
        var firstMatch: (PermissionClass, Permissions)?
        for entry in list {
            guard let found = groupClass(of: entry, subject) else { continue }
            let match = (found, entry.permissions.intersection(mask))
            if entry.permissions.isSuperset(of: wanted) { return match }
            firstMatch = firstMatch ?? match
        }
        if let firstMatch { return firstMatch }
        return (.listOther, list.first { $0.tag == .other }?.permissions ?? [])
    }

    private func groupClass(of entry: ListEntry, _ subject: Credentials) -> PermissionClass? {
        switch entry.tag {
        case .owningGroup where subject.isIn(gid): .listOwningGroup
        case .group(let gid) where subject.isIn(gid): .listGroup(gid)
        default: nil
        }
    }

    /// Returns the kernel capability that overrides a refusal, least privilege first.
    func override(_ wanted: Permissions, _ subject: Credentials) -> KernelCapability? {
        guard subject.effective != .none else { return nil }
        let isDirectory = kind == .directory
        let readSearchSuffices = isDirectory ? !wanted.contains(.write) : wanted == .read
        if readSearchSuffices, has(.dacReadSearch, subject) { return .dacReadSearch }
        let isExecutableBySomeone = mode & 0o111 != 0
        let overrides = isDirectory || !wanted.contains(.execute) || isExecutableBySomeone
        return overrides && has(.dacOverride, subject) ? .dacOverride : nil
    }

    /// The kernel's capable_wrt_inode_uidgid: a kernel capability applies if the subject's user namespace maps both
    /// owners.
    func has(_ capability: KernelCapability, _ subject: Credentials) -> Bool {
        guard subject.effective.contains(capability), !hasUnmappedID else { return false }
        return subject.namespace.isInitial
            || subject.namespace.users.contains(outside: uid)
                && subject.namespace.groups.contains(outside: gid)
    }

    /// The kernel's inode_owner_or_capable (fs/inode.c). The group need not be mapped.
    func isOwnedOrFowner(_ subject: Credentials) -> Bool {
        if isOwned(by: subject) { return true }
        guard subject.effective.contains(.fowner), uid != noID else { return false }
        return subject.namespace.isInitial || subject.namespace.users.contains(outside: uid)
    }

    /// The same for an owner that may differ from the one shown; nil if the answer depends on that.
    func isKnownOwnedOrFowner(_ subject: Credentials) -> Bool? {
        let isOwner = isOwnedOrFowner(subject)
        return hasAmbiguousOwner && isOwner ? nil : isOwner
    }

    /// Returns whether two files belong to the same user; nil if both owners are users of another user namespace, who
    /// may be different.
    func hasUser(of other: Place) -> Bool? {
        guard uid == other.uid, uid != noID else { return false }
        return uid == foreignID ? nil : true
    }

    /// The kernel's test_perm (fs/proc/proc_sysctl.c): by the ids of root, without kernel capabilities. Root is that of
    /// the host. Another user namespace may show it with another id, as the owner of the file.
    ///
    /// A network that another user namespace owns has a second administrator. A refusal there is undecided, see
    /// ``MountFlags/perhapsOfUserNamespace``.
    func procSysClass(of subject: Credentials) -> (PermissionClass, Permissions) {
        guard subject.namespace.isInitial else {
            if subject.effectiveUser == uid, uid != noID { return (.owner, permissions(shift: 6)) }
            if subject.isEffectivelyIn(gid) { return (.group, permissions(shift: 3)) }
            return (.other, permissions(shift: 0))
        }
        let isAdministrator =
            permissionRule == .procSysNetwork && subject.effective.contains(.netAdmin)
        if subject.effectiveUser == 0 || isAdministrator {
            return (.owner, permissions(shift: 6))
        }
        if subject.isEffectivelyIn(0) { return (.group, permissions(shift: 3)) }
        return (.other, permissions(shift: 0))
    }

    var isProcSys: Bool {
        switch permissionRule {
        case .procSys, .procSysNetwork, .procSysNamespace: true
        case .generic, .genericOrOwn, .elsewhere: false
        }
    }

    /// Returns whether another root may decide. No file shows which user namespace owns a subject's IPC or PID
    /// namespace, and thus which root applies there. From Linux 6.14 on, CAP_SYS_ADMIN over a PID namespace makes a
    /// subject its owner.
    func mayHaveAnotherRoot(for subject: Credentials) -> Bool {
        switch permissionRule {
        case .procSysNamespace:
            !subject.namespace.isInitial
                || subject.effectiveUser != 0 && subject.effective.contains(.sysAdmin)
        case .generic, .genericOrOwn, .procSys, .procSysNetwork, .elsewhere: false
        }
    }

    func permissions(shift: UInt16) -> Permissions {
        Permissions(rawValue: UInt8(mode >> shift & 7))
    }
}

extension Place {
    /// Returns an access list after chmod(2) has given the file its mode. The group bits are those of the mask;
    /// __posix_acl_chmod_masq (fs/posix_acl.c).
    package func listAfterChmod(of list: [ListEntry]) -> [ListEntry] {
        let hasMask = list.contains { $0.tag == .mask }
        return list.map { entry in
            switch entry.tag {
            case .owner: ListEntry(.owner, permissions(shift: 6))
            case .owningGroup where !hasMask: ListEntry(.owningGroup, permissions(shift: 3))
            case .mask: ListEntry(.mask, permissions(shift: 3))
            case .other: ListEntry(.other, permissions(shift: 0))
            case .user, .owningGroup, .group: entry
            }
        }
    }
}

extension ListEntry {
    fileprivate func isEntry(of permissionClass: PermissionClass) -> Bool {
        switch (permissionClass, tag) {
        case (.listUser(let user), .user(let named)): user == named
        case (.listGroup(let group), .group(let named)): group == named
        case (.listOwningGroup, .owningGroup), (.listOther, .other): true
        default: false
        }
    }
}
