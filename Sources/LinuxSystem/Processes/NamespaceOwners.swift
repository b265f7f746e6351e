import CLinux
import Glibc
package import Kernel

/// The user namespaces over which a namespace is owned: its owner, that one's parent and so on, as far as
/// we may see; see `NS_GET_USERNS` and `NS_GET_PARENT` in ioctl_ns(2).
package struct NamespaceOwners: Hashable, Sendable {
    package struct Owner: Hashable, Sendable {
        package let namespace: NamespaceID
        /// The effective user that made it, by our ids: in its parent that user has all capabilities over it.
        package let user: UInt32
        /// By our ids, as a process that is in it shows them; nil where none does.
        package var maps: UserNamespace?

        package init(namespace: NamespaceID, user: UInt32, maps: UserNamespace? = nil) {
            self.namespace = namespace
            self.user = user
            self.maps = maps
        }
    }

    /// From the owner outwards; empty where even that one is out of our scope, being no descendant of ours.
    package private(set) var chain: [Owner]

    package init(chain: [Owner]) { self.chain = chain }

    /// - Throws: ``SystemError`` where the ioctl fails otherwise.
    package init(of namespace: borrowing Descriptor, at path: String) throws(SystemError) {
        try self.init(from: clinux_owner_of_namespace(namespace.number), at: path)
    }

    /// A user namespace itself, and those above it.
    ///
    /// - Throws: ``SystemError`` where the ioctl fails.
    package init(
        ofUsersIn namespace: borrowing Descriptor,
        at path: String
    ) throws(SystemError) {
        try self.init(from: FileCalls.duplicate(namespace, at: path).release(), at: path)
    }

    private init(from first: Int32, at path: String) throws(SystemError) {
        var chain: [Owner] = []
        var number = first
        while number >= 0 {
            let owner = Descriptor(owning: number)
            var user = uid_t()
            // SAFETY: the call writes one uid.
            guard unsafe clinux_owner_uid_of_namespace(owner.number, &user) == 0 else {
                throw SystemError("ioctl_ns(2)", path, code: errno)
            }
            chain.append(Owner(namespace: try NamespaceID(of: owner, at: path), user: user))
            number = clinux_parent_of_namespace(owner.number)
        }
        // Out of scope: an ancestor of our user namespace, or one beside it.
        guard errno == EPERM else { throw SystemError("ioctl_ns(2)", path, code: errno) }
        self.chain = chain
    }

    /// The users that made the user namespace of a process and those above it, as far as ours.
    ///
    /// - Parameter folder: Of the process, in proc(5).
    /// - Throws: ``SystemError`` with `EACCES` where this thread may not trace the process; see ptrace(2).
    package static func creators(
        ofProcessAt folder: borrowing Descriptor
    ) throws(SystemError) -> [UInt32] {
        let path = "/proc/thread-self/fd/\(folder.number)/ns/user"
        let namespace = try FileCalls.openNamespace(path)
        return try NamespaceOwners(ofUsersIn: namespace, at: path).chain.dropLast().map(\.user)
    }

    /// With the maps of those that are not ours.
    func withMaps() -> NamespaceOwners {
        var found = self
        let known = UserNamespaces.known(of: Set(chain.dropLast().map(\.namespace)))
        for index in chain.indices { found.chain[index].maps = known[chain[index].namespace] }
        return found
    }

    /// How far the capabilities of a subject count.
    package enum Reach: Hashable, Sendable {
        /// Those that it has in effect, since its user namespace is the owner or above it.
        case effective
        /// All there are, since it made the owner or one above it.
        case all
        case none
    }

    /// - Parameters:
    ///   - namespace: The user namespace of the subject.
    ///   - user: Its effective user, by our ids.
    /// - SeeAlso: user_namespaces(7), "Capabilities"; the kernel's cap_capable.
    package func reach(from namespace: NamespaceID, user: UInt32) -> Reach {
        for (index, owner) in chain.enumerated() {
            if owner.namespace == namespace { return .effective }
            let parent = index + 1 < chain.count ? chain[index + 1].namespace : nil
            if parent == namespace, owner.user == user { return .all }
        }
        return .none
    }
}
