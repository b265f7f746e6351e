package import Kernel

/// The facts about a thread that determine what it can become by itself, with the ids of the host.
///
/// It differs from ``ProcessCredentials`` in that securebits and ancestor namespaces may be unknown.
package struct ReachingThread: Hashable, Sendable {
    package var user: CredentialIDs
    package var group: CredentialIDs
    package var groups: [UInt32]
    package var sets: KernelCapabilitySets
    package var hasNoNewPrivileges: Bool
    /// Nil if they are unknown.
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

    /// A program that a user has just started. Its effective kernel capabilities are also permitted.
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

    /// The present credentials for access to files.
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

    /// The root user of its own user namespace; nil if that has none.
    var root: UInt32? { namespace.users.outside(of: 0) }
}
