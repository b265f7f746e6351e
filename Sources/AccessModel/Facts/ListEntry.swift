/// One entry of an access list, see acl(5).
package struct ListEntry: Hashable, Sendable {
    package enum Tag: Hashable, Sendable {
        case owner
        case user(UInt32)
        case owningGroup
        case group(UInt32)
        case mask
        case other
    }

    package let tag: Tag
    package let permissions: Permissions

    package init(_ tag: Tag, _ permissions: Permissions) {
        self.tag = tag
        self.permissions = permissions
    }
}
