/// What of a file decides who may use it.
package struct Inode: Hashable, Sendable {
    package var isDirectory: Bool
    /// The permission, set-id and sticky bits.
    package var mode: UInt16
    package var uid: UInt32
    package var gid: UInt32
    /// The access list, in the kernel's order; nil where the file has none.
    package var list: [ListEntry]?

    package init(
        isDirectory: Bool,
        mode: UInt16,
        uid: UInt32,
        gid: UInt32,
        list: [ListEntry]? = nil
    ) {
        self.isDirectory = isDirectory
        self.mode = mode
        self.uid = uid
        self.gid = gid
        self.list = list
    }
}

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

/// `r`, `w` and `x`, as one class of a mode or one entry of a list grants them.
package struct Permissions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let execute = Self(rawValue: 1)
    package static let write = Self(rawValue: 2)
    package static let read = Self(rawValue: 4)
}

extension Permissions: CustomStringConvertible {
    /// As ls(1) prints them: `r-x`.
    package var description: String {
        (contains(.read) ? "r" : "-") + (contains(.write) ? "w" : "-")
            + (contains(.execute) ? "x" : "-")
    }
}

/// What of a subject decides which files it may use, see credentials(7).
package struct FileCredentials: Hashable, Sendable {
    /// The user that files see: the effective one, unless setfsuid(2) was used.
    package var user: UInt32
    package var group: UInt32
    package var groups: Set<UInt32>
    package var effective: KernelCapabilitySet

    package init(
        user: UInt32,
        group: UInt32,
        groups: Set<UInt32>,
        effective: KernelCapabilitySet
    ) {
        self.user = user
        self.group = group
        self.groups = groups
        self.effective = effective
    }

    /// The kernel's in_group_p.
    package func isIn(_ gid: UInt32) -> Bool { gid == group || groups.contains(gid) }
}
