package import Kernel

/// What of a thread decides what it can become by itself; ids as the host has them.
///
/// It differs from ``ProcessCredentials`` in that securebits and the namespaces above may be unknown.
package struct ReachingThread: Hashable, Sendable {
    package var user: CredentialIDs
    package var group: CredentialIDs
    package var groups: [UInt32]
    package var sets: KernelCapabilitySets
    package var hasNoNewPrivileges: Bool
    /// Nil where they are not known.
    package var secureBits: SecureBits?
    package var namespace: UserNamespace

    package init(
        user: CredentialIDs,
        group: CredentialIDs,
        groups: [UInt32],
        sets: KernelCapabilitySets,
        hasNoNewPrivileges: Bool = false,
        secureBits: SecureBits? = [],
        namespace: UserNamespace = .initial
    ) {
        self.user = user
        self.group = group
        self.groups = groups
        self.sets = sets
        self.hasNoNewPrivileges = hasNoNewPrivileges
        self.secureBits = secureBits
        self.namespace = namespace
    }

    /// A program that a user has just started: its effective kernel capabilities are permitted too.
    package init(_ user: Credentials) {
        self.init(
            user: CredentialIDs(user.user),
            group: CredentialIDs(user.group),
            groups: user.groups,
            sets: KernelCapabilitySets(
                effective: user.effective,
                permitted: user.effective,
                inheritable: user.inheritable,
                bounding: user.bounding
            ),
            namespace: user.namespace
        )
    }

    /// As files see the thread now.
    package var credentials: Credentials {
        Credentials(
            user: user.fileSystem,
            group: group.fileSystem,
            groups: groups,
            effectiveUser: user.effective,
            effectiveGroup: group.effective,
            effective: sets.effective,
            inheritable: sets.inheritable,
            bounding: sets.bounding,
            namespace: namespace
        )
    }

    /// Root of its own user namespace; nil where that has none.
    var root: UInt32? { namespace.users.outside(of: 0) }
}
