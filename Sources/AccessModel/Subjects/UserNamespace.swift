/// Which ids of the host a subject's user namespace knows, see user_namespaces(7).
package struct UserNamespace: Hashable, Sendable {
    package let users: IDMap
    package let groups: IDMap
    /// Whether it is the one that owns the host: only there some kernel capabilities count.
    package let isInitial: Bool

    package init(users: IDMap, groups: IDMap, isInitial: Bool = false) {
        self.users = users
        self.groups = groups
        self.isInitial = isInitial
    }

    package static let initial = UserNamespace(users: .identity, groups: .identity, isInitial: true)
}
