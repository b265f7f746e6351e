/// What of a subject decides which files it may use, see credentials(7); ids as the host has them.
package struct Credentials: Hashable, Sendable {
    /// The user that files see: the effective one, unless setfsuid(2) was used.
    package let user: UInt32
    package let group: UInt32
    /// The supplementary groups, in ascending order.
    package let groups: [UInt32]
    package let effective: KernelCapabilitySet
    /// What a program that it executes can inherit, see capabilities(7).
    package let inheritable: KernelCapabilitySet
    /// What an execve(2) can give at the most.
    package let bounding: KernelCapabilitySet
    package let namespace: UserNamespace

    package init(
        user: UInt32,
        group: UInt32,
        groups: some Sequence<UInt32> = [],
        effective: KernelCapabilitySet = .none,
        inheritable: KernelCapabilitySet = .none,
        bounding: KernelCapabilitySet = KernelCapabilitySet(mask: .max),
        namespace: UserNamespace = .initial
    ) {
        self.user = user
        self.group = group
        self.groups = groups.sorted()
        self.effective = effective
        self.inheritable = inheritable
        self.bounding = bounding
        self.namespace = namespace
    }

    /// The kernel's in_group_p; ``noID`` is nobody's group.
    package func isIn(_ gid: UInt32) -> Bool {
        guard gid != noID else { return false }
        if gid == group { return true }
        var low = 0
        var high = groups.count
        while low < high {
            let middle = (low + high) / 2
            if groups[middle] == gid { return true }
            if groups[middle] < gid { low = middle + 1 } else { high = middle }
        }
        return false
    }

    /// The kernel's capable(): in the user namespace that owns the host.
    package func isCapable(_ capability: KernelCapability) -> Bool {
        namespace.isInitial && effective.contains(capability)
    }
}

/// The id of an owner whom a mount or a user namespace does not map: the kernel's INVALID_UID. It is
/// equal to none, itself included.
package let noID = UInt32.max

/// The id of an owner that the user namespace of this process does not map, where it shows every such owner
/// as the overflow id: a valid owner for the kernel, and no user or group of ours.
package let foreignID = UInt32.max - 1
