package import Kernel

/// The class of a file's permissions that applies to a subject.
package enum PermissionClass: Hashable, Sendable {
    case owner, group, other
    case listUser(UInt32), listOwningGroup, listGroup(UInt32), listOther
}

/// The kernel's decision about one file, with its grounds.
package struct InodeDecision: Hashable, Sendable {
    package let permissionClass: PermissionClass
    /// The permissions that the class grants, after the mask of a list.
    package let granted: Permissions
    /// The permissions of the list entry before the mask; nil if no entry applies.
    package let entry: Permissions?
    /// True if the kernel ignores the file's access list because the group bits of the mode are empty.
    package let ignoresList: Bool
    /// The kernel capability that overrides the refusal of the class; nil if there is none or none is needed.
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
