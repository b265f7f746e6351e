/// Which class of a file's permissions is the one that counts for a subject.
package enum PermissionClass: Hashable, Sendable {
    case owner, group, other
    case listUser(UInt32), listOwningGroup, listGroup(UInt32), listOther
}

/// How the kernel decides on one file, and by what.
package struct InodeDecision: Hashable, Sendable {
    package var permissionClass: PermissionClass
    /// What that class grants, the mask of a list applied.
    package var granted: Permissions
    /// The capability that overrides the refusal of the class; nil where none does or none is needed.
    package var override: KernelCapability?
    package var isPermitted: Bool
}

/// The kernel's generic_permission (fs/namei.c), for a subject whose user namespace maps the file's ids.
///
/// Read-only, immutable and the file system's own rules come before it; see path_resolution(7).
package func inodeDecision(
    _ wanted: Permissions,
    of inode: Inode,
    for subject: FileCredentials
) -> InodeDecision {
    let (permissionClass, granted) = classThatCounts(wanted, inode, subject)
    if granted.isSuperset(of: wanted) {
        return InodeDecision(permissionClass: permissionClass, granted: granted, isPermitted: true)
    }
    let override = capabilityThatOverrides(wanted, inode, subject.effective)
    return InodeDecision(
        permissionClass: permissionClass,
        granted: granted,
        override: override,
        isPermitted: override != nil
    )
}

private func classThatCounts(
    _ wanted: Permissions,
    _ inode: Inode,
    _ subject: FileCredentials
) -> (PermissionClass, Permissions) {
    if subject.user == inode.uid { return (.owner, inode.permissions(shift: 6)) }
    // With an empty mask the kernel skips the list completely, whatever acl(5) says.
    if let list = inode.list, inode.mode & 0o070 != 0 {
        return listClass(wanted, list, inode, subject)
    }
    if subject.isIn(inode.gid) { return (.group, inode.permissions(shift: 3)) }
    return (.other, inode.permissions(shift: 0))
}

/// The kernel's posix_acl_permission (fs/posix_acl.c), and acl(5), "ACCESS CHECK ALGORITHM".
private func listClass(
    _ wanted: Permissions,
    _ list: [ListEntry],
    _ inode: Inode,
    _ subject: FileCredentials
) -> (PermissionClass, Permissions) {
    let mask = list.first { $0.tag == .mask }?.permissions ?? [.read, .write, .execute]
    if let entry = list.first(where: { $0.tag == .user(subject.user) }) {
        return (.listUser(subject.user), entry.permissions.intersection(mask))
    }
    var firstMatch: (PermissionClass, Permissions)?
    for entry in list {
        guard let found = groupClass(of: entry, inode, subject) else { continue }
        let match = (found, entry.permissions.intersection(mask))
        if entry.permissions.isSuperset(of: wanted) { return match }
        firstMatch = firstMatch ?? match
    }
    if let firstMatch { return firstMatch }
    return (.listOther, list.first { $0.tag == .other }?.permissions ?? [])
}

private func groupClass(
    of entry: ListEntry,
    _ inode: Inode,
    _ subject: FileCredentials
) -> PermissionClass? {
    switch entry.tag {
    case .owningGroup where subject.isIn(inode.gid): .listOwningGroup
    case .group(let gid) where subject.isIn(gid): .listGroup(gid)
    default: nil
    }
}

/// Least privilege first: CAP_DAC_READ_SEARCH where it suffices.
private func capabilityThatOverrides(
    _ wanted: Permissions,
    _ inode: Inode,
    _ effective: KernelCapabilitySet
) -> KernelCapability? {
    let readSearchSuffices = inode.isDirectory ? !wanted.contains(.write) : wanted == .read
    if readSearchSuffices, effective.contains(.dacReadSearch) { return .dacReadSearch }
    let isExecutableBySomeone = inode.mode & 0o111 != 0
    let overrides = inode.isDirectory || !wanted.contains(.execute) || isExecutableBySomeone
    return overrides && effective.contains(.dacOverride) ? .dacOverride : nil
}

extension Inode {
    fileprivate func permissions(shift: UInt16) -> Permissions {
        Permissions(rawValue: UInt8(mode >> shift & 7))
    }
}
