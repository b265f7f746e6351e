import CLinux
import Glibc
package import Kernel

/// The user namespaces that own a namespace: its owner, the owner's parent and so on, as far as this process may see;
/// see `NS_GET_USERNS` and `NS_GET_PARENT` in ioctl_ns(2).
package struct NamespaceOwners: Hashable, Sendable {
    package struct Owner: Hashable, Sendable {
        package let namespace: NamespaceID
        /// The effective user that created it, in our ids. In the parent namespace, that user has all capabilities over
        /// it.
        package let user: UInt32
        /// Its id maps in our ids, read from a process in it; nil if there is no such process.
        package var maps: UserNamespace?

        package init(namespace: NamespaceID, user: UInt32, maps: UserNamespace? = nil) {
            self.namespace = namespace
            self.user = user
            self.maps = maps
        }
    }

    /// From the owner outwards; empty if the owner itself is out of scope, since it does not descend from our user
    /// namespace.
    package private(set) var chain: [Owner]

    package init(chain: [Owner]) { self.chain = chain }

    /// - Throws: ``SystemError`` if the ioctl fails for another reason than the scope.
    package init(of namespace: borrowing Descriptor, at path: String) throws(SystemError) {
        try self.init(from: clinux_owner_of_namespace(namespace.number), at: path)
    }

    /// The chain of a user namespace: the namespace itself, and those above it.
    ///
    /// - Throws: ``SystemError`` if the ioctl fails.
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
        // Out of scope: an ancestor or a sibling of our user namespace.
        guard errno == EPERM else { throw SystemError("ioctl_ns(2)", path, code: errno) }
        self.chain = chain
    }

    /// Returns the users that created the user namespace of a process and those above it, up to ours, which is left
    /// out.
    ///
    /// - Parameter folder: The folder of the process in proc(5).
    /// - Throws: ``SystemError`` with `EACCES` if this thread may not trace the process; see ptrace(2).
    package static func creators(
        ofProcessAt folder: borrowing Descriptor
    ) throws(SystemError) -> [UInt32] {
        let path = "/proc/thread-self/fd/\(folder.number)/ns/user"
        let namespace = try FileCalls.openNamespace(path)
        return try NamespaceOwners(ofUsersIn: namespace, at: path).chain.dropLast().map(\.user)
    }

    /// Returns the owners with the id maps of those that are not our own namespace.
    func withMaps() -> NamespaceOwners {
        var found = self
        let known = UserNamespaces.known(of: Set(chain.dropLast().map(\.namespace)))
        for index in chain.indices { found.chain[index].maps = known[chain[index].namespace] }
        return found
    }

    /// The capabilities of a subject that count.
    package enum Reach: Hashable, Sendable {
        /// Its effective capabilities, since its user namespace is the owner or above it.
        case effective
        /// All capabilities, since its user created the owner or a namespace above it.
        case all
        case none
    }

    /// - Parameters:
    ///   - namespace: The user namespace of the subject.
    ///   - user: The effective user of the subject, in our ids.
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
