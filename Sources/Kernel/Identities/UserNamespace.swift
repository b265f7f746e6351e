/// Which ids of the host a subject's user namespace knows, see user_namespaces(7).
package struct UserNamespace: Hashable, Sendable {
    package let users: IDMap
    package let groups: IDMap
    /// Whether it is the one that owns the host: only there some kernel capabilities count.
    package let isInitial: Bool
    /// Whether its ids are as it shows them itself: which of them is the root of a namespace above is not known.
    package let isSeenFromWithin: Bool
    /// Whether setgroups(2) may be called in it: `/proc/PID/setgroups`; nil where that is not known.
    package let allowsSetgroups: Bool?

    package init(
        users: IDMap,
        groups: IDMap,
        isInitial: Bool = false,
        isSeenFromWithin: Bool = false,
        allowsSetgroups: Bool? = nil
    ) {
        self.users = users
        self.groups = groups
        self.isInitial = isInitial
        self.isSeenFromWithin = isSeenFromWithin
        self.allowsSetgroups = isInitial ? true : allowsSetgroups
    }

    /// An id that no process in it can have, as `uid 33` or `gid 33`; nil where all are mapped.
    package func unmapped(user: UInt32, groups: [UInt32]) -> String? {
        if users.outside(of: user) == nil { return "uid \(user)" }
        return groups.first { self.groups.outside(of: $0) == nil }.map { "gid \($0)" }
    }

    package static let initial = UserNamespace(users: .identity, groups: .identity, isInitial: true)
}
