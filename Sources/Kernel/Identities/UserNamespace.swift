/// The ids of the host that a subject's user namespace maps, see user_namespaces(7).
package struct UserNamespace: Hashable, Sendable {
    package let users: IDMap
    package let groups: IDMap
    /// True if it is the initial namespace, which owns the host. Some kernel capabilities apply only there.
    package let isInitial: Bool
    /// True if its ids were read from inside it. The id of the root of an ancestor namespace is then unknown.
    package let isSeenFromWithin: Bool
    /// True if setgroups(2) is allowed in it, according to `/proc/PID/setgroups`; nil if unknown.
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

    /// Returns an id that no process in it can have, as `uid 33` or `gid 33`, or nil if all are mapped.
    package func unmapped(user: UInt32, groups: [UInt32]) -> String? {
        if users.outside(of: user) == nil { return "uid \(user)" }
        return groups.first { self.groups.outside(of: $0) == nil }.map { "gid \($0)" }
    }

    package static let initial = UserNamespace(users: .identity, groups: .identity, isInitial: true)
}
