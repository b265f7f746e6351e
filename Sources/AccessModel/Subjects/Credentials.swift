package import Kernel

/// The properties of a subject that determine access to files, see credentials(7), with the ids of the host.
///
/// Every step of every walk reads them, so they contain nothing else. ``ProcessCredentials`` has all credentials of a
/// thread, which execve(2) requires.
package struct Credentials: Hashable, Sendable {
    /// The user id for access to files: the effective id, unless setfsuid(2) was used.
    package let user: UInt32
    package let group: UInt32
    /// The supplementary groups, in ascending order.
    package let groups: [UInt32]
    /// The ids of geteuid(2) and getegid(2), which decide about settings below /proc/sys.
    package let effectiveUser: UInt32
    package let effectiveGroup: UInt32
    package let effective: KernelCapabilitySet
    /// The set that an executed program can inherit, see capabilities(7).
    package let inheritable: KernelCapabilitySet
    /// The largest set that an execve(2) can grant.
    package let bounding: KernelCapabilitySet
    package let namespace: UserNamespace

    /// - Parameters:
    ///   - effectiveUser: Nil if it equals `user`.
    ///   - effectiveGroup: Nil if it equals `group`.
    package init(
        user: UInt32,
        group: UInt32,
        groups: some Sequence<UInt32> = [],
        effectiveUser: UInt32? = nil,
        effectiveGroup: UInt32? = nil,
        effective: KernelCapabilitySet = .none,
        inheritable: KernelCapabilitySet = .none,
        bounding: KernelCapabilitySet = KernelCapabilitySet(mask: .max),
        namespace: UserNamespace = .initial
    ) {
        self.user = user
        self.group = group
        self.groups = groups.sorted()
        self.effectiveUser = effectiveUser ?? user
        self.effectiveGroup = effectiveGroup ?? group
        self.effective = effective
        self.inheritable = inheritable
        self.bounding = bounding
        self.namespace = namespace
    }

    /// The kernel's in_group_p. ``noID`` is no group.
    package func isIn(_ gid: UInt32) -> Bool {
        gid == group && gid != noID || isInSupplementary(gid)
    }

    /// The kernel's in_egroup_p.
    package func isEffectivelyIn(_ gid: UInt32) -> Bool {
        gid == effectiveGroup && gid != noID || isInSupplementary(gid)
    }

    private func isInSupplementary(_ gid: UInt32) -> Bool {
        guard gid != noID else { return false }
        var low = 0
        var high = groups.count
        while low < high {
            let middle = (low + high) / 2
            if groups[middle] == gid { return true }
            if groups[middle] < gid { low = middle + 1 } else { high = middle }
        }
        return false
    }

    /// The kernel's capable(): checks in the user namespace that owns the host.
    package func isCapable(_ capability: KernelCapability) -> Bool {
        namespace.isInitial && effective.contains(capability)
    }
}
