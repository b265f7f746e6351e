/// A user namespace and its ancestors, up to the initial one.
///
/// Kernel capabilities and the root user of a namespace also apply to all its descendants.
package struct NamespaceLineage: Hashable, Sendable {
    package struct Member: Hashable, Sendable {
        /// The inode number of `/proc/PID/ns/user`, which identifies the namespace.
        package let identity: UInt64
        /// The creator, as a user id of the initial namespace (`NS_GET_OWNER_UID`, ioctl_nsfs(2)).
        package let owner: UInt32
        package let ids: UserNamespace
        /// True if setgroups(2) is allowed in it, according to `/proc/PID/setgroups`. If its parent denies it, this is
        /// `deny` too.
        package let allowsSettingGroups: Bool

        package init(
            identity: UInt64,
            owner: UInt32,
            ids: UserNamespace,
            allowsSettingGroups: Bool = true
        ) {
            self.identity = identity
            self.owner = owner
            self.ids = ids
            self.allowsSettingGroups = allowsSettingGroups
        }
    }

    /// The namespace itself.
    package let own: Member
    /// The parent first, the initial namespace last. Empty for the initial namespace.
    package let ancestors: [Member]

    package init(own: Member, ancestors: [Member]) {
        self.own = own
        self.ancestors = ancestors
    }

    /// The namespace of most processes. Its number is `PROC_USER_INIT_INO` of linux/proc_ns.h.
    package static let initial = Self(
        own: Member(identity: 0xEFFF_FFFD, owner: 0, ids: .initial),
        ancestors: []
    )

    /// The namespace itself first, the initial one last.
    package var members: [Member] { [own] + ancestors }

    /// Returns whether a namespace is this one or one of its ancestors, like the kernel's current_in_userns.
    package func isWithin(_ identity: UInt64) -> Bool {
        members.contains { $0.identity == identity }
    }
}
