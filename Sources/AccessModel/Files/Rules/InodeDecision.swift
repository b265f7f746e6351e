package import Kernel

/// Which class of a file's permissions is the one that counts for a subject.
package enum PermissionClass: Hashable, Sendable {
    case owner, group, other
    case listUser(UInt32), listOwningGroup, listGroup(UInt32), listOther
}

/// How the kernel decides on one file, and by what.
package struct InodeDecision: Hashable, Sendable {
    package let permissionClass: PermissionClass
    /// What that class grants, the mask of a list applied.
    package let granted: Permissions
    /// What the entry of a list grants without its mask; nil where no entry counts.
    package let entry: Permissions?
    /// Whether the file has a list that the kernel ignores, since the group bits of the mode are empty.
    package let ignoresList: Bool
    /// The capability that overrides the refusal of the class; nil where none does or none is needed.
    package let override: KernelCapability?
    package let isPermitted: Bool

    init(
        _ permissionClass: PermissionClass,
        _ granted: Permissions,
        entry: Permissions?,
        ignoresList: Bool,
        override: KernelCapability?,
        isPermitted: Bool
    ) {
        self.permissionClass = permissionClass
        self.granted = granted
        self.entry = entry
        self.ignoresList = ignoresList
        self.override = override
        self.isPermitted = isPermitted
    }
}
