/// A user namespace and those that it is in, up to the initial one.
///
/// Kernel capabilities and the root user of a namespace count over all that is below it.
package struct NamespaceLineage: Hashable, Sendable {
    package struct Member: Hashable, Sendable {
        /// What tells it from every other: the inode number of `/proc/PID/ns/user`.
        package let identity: UInt64
        /// Who made it, as the initial namespace numbers users (`NS_GET_OWNER_UID`, ioctl_nsfs(2)).
        package let owner: UInt32
        package let ids: UserNamespace
        /// Whether setgroups(2) may be called in it at all: `/proc/PID/setgroups`, which a denial of its
        /// parent's makes `deny` as well.
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
    /// Its parent first, the initial one last; none for the initial one.
    package let ancestors: [Member]

    package init(own: Member, ancestors: [Member]) {
        self.own = own
        self.ancestors = ancestors
    }

    /// That of most processes. Its number is `PROC_USER_INIT_INO` of linux/proc_ns.h.
    package static let initial = Self(
        own: Member(identity: 0xEFFF_FFFD, owner: 0, ids: .initial),
        ancestors: []
    )

    /// The namespace itself first, the initial one last.
    package var members: [Member] { [own] + ancestors }

    /// Whether a namespace is this one or one that this one is in; the kernel's current_in_userns.
    package func isWithin(_ identity: UInt64) -> Bool {
        members.contains { $0.identity == identity }
    }
}
