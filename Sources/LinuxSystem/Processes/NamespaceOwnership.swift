import CLinux
import Glibc

/// The ownership of the mounts and the network of a thread by user namespaces.
package struct NamespaceOwnership: Hashable, Sendable {
    /// Whether the initial user namespace owns the mounts, so that they belong to the host.
    ///
    /// False if the owner cannot be read. The mounts may then belong to another user namespace, and the rules leave
    /// open what depends on it.
    package let mountsAreOfHost: Bool
    /// Whether the owner of the mounts is visible and neither the user namespace of the thread nor one above it. File
    /// systems mounted there may know fewer ids than the thread.
    package let mountsMayKnowFewerIDs: Bool
    /// Whether kernel capabilities of users other than the host's root may count over the network. That is so if its
    /// owner is visible and not the initial user namespace, or if the owner cannot be read.
    package let networkMayBeOfOthers: Bool

    /// Whether the thread is in the initial user namespace.
    package let usersAreInitial: Bool

    /// The ownership for the calling thread.
    package static var own: Self { Self(under: "/proc/thread-self") }

    /// Reads the ownership for a process, from its first living thread.
    package init(ofProcess process: Int32) {
        self.init(under: "/proc/\(ProcessCalls.livingThread(ofProcess: process))")
    }

    private init(under folder: String) {
        let users = try? NamespaceOwners(
            ofUsersIn: FileCalls.openNamespace("\(folder)/ns/user"),
            at: folder
        )
        usersAreInitial = users?.chain.first?.namespace.isInitialUsers == true
        switch Self.owner(of: .network, under: folder) {
        case .seen(let owner): networkMayBeOfOthers = !owner.isInitialUsers
        case .above: networkMayBeOfOthers = false
        case .unread: networkMayBeOfOthers = true
        }
        guard case .seen(let mounts) = Self.owner(of: .mount, under: folder) else {
            (mountsAreOfHost, mountsMayKnowFewerIDs) = (false, false)
            return
        }
        mountsAreOfHost = mounts.isInitialUsers
        mountsMayKnowFewerIDs = users?.chain.contains { $0.namespace == mounts } != true
    }

    private enum Owner {
        case seen(NamespaceID)
        /// The owner is above the user namespace of the calling process, or beside it.
        case above
        case unread
    }

    private static func owner(of kind: Namespaces.Kind, under folder: String) -> Owner {
        let path = "\(folder)/ns/\(kind.rawValue)"
        guard let namespace = try? FileCalls.openNamespace(path) else { return .unread }
        let number = clinux_owner_of_namespace(namespace.number)
        guard number >= 0 else { return errno == EPERM ? .above : .unread }
        let owner = try? NamespaceID(of: Descriptor(owning: number), at: path)
        return owner.map { .seen($0) } ?? .unread
    }
}
