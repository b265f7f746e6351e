/// The ids of a user namespace, see user_namespaces(7).
package struct UserNamespace: Hashable, Sendable {
    package let users: IDMap
    package let groups: IDMap
    package let isInitial: Bool

    package init(users: IDMap, groups: IDMap, isInitial: Bool = false) {
        self.users = users
        self.groups = groups
        self.isInitial = isInitial
    }

    package static let initial = Self(users: .identity, groups: .identity, isInitial: true)
}
