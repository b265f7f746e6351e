package import Kernel

/// Who a thread is to the kernel, and what decides who it can become; see credentials(7).
///
/// Ids are those of the initial user namespace, and all that the rules ask is known. `ThreadCredentials` of the
/// fence are what proc(5) shows of a thread: by the ids of whoever reads, and without the user namespace.
package struct ProcessCredentials: Hashable, Sendable {
    package var user: CredentialIDs
    package var group: CredentialIDs
    package var groups: Set<UInt32>
    package var sets: KernelCapabilitySets
    package var secureBits: SecureBits
    /// `PR_SET_NO_NEW_PRIVS`, which nothing undoes.
    package var hasNoNewPrivileges: Bool
    /// Another process has the same root and working directory, by `CLONE_FS` of clone(2).
    package var sharesFileSystem: Bool
    /// It is traced, and the tracer lacked CAP_SYS_PTRACE over its namespace when it attached.
    package var isTracedWithoutPrivilege: Bool
    package var namespace: NamespaceLineage

    package init(
        user: CredentialIDs,
        group: CredentialIDs,
        groups: Set<UInt32> = [],
        sets: KernelCapabilitySets,
        secureBits: SecureBits = [],
        hasNoNewPrivileges: Bool = false,
        sharesFileSystem: Bool = false,
        isTracedWithoutPrivilege: Bool = false,
        namespace: NamespaceLineage = .initial
    ) {
        self.user = user
        self.group = group
        self.groups = groups
        self.sets = sets
        self.secureBits = secureBits
        self.hasNoNewPrivileges = hasNoNewPrivileges
        self.sharesFileSystem = sharesFileSystem
        self.isTracedWithoutPrivilege = isTracedWithoutPrivilege
        self.namespace = namespace
    }

    /// Root of its own namespace, to whom the sets follow the ids; nil where the namespace has none.
    package var root: UInt32? { namespace.own.ids.users.outside(of: 0) }

    /// The kernel's in_group_p: by the group that files see, whatever the effective one is.
    package func isIn(_ gid: UInt32) -> Bool { gid == group.fileSystem || groups.contains(gid) }
}

extension ProcessCredentials {
    /// Whether the process has a capability over what belongs to a user namespace.
    ///
    /// It has it over its own namespace and all below, if it is effective; the user who made a namespace
    /// has all over it, if in its parent. Nothing in a namespace counts over what is not below it.
    ///
    /// The kernel's ns_capable and cap_capable (security/commoncap.c); user_namespaces(7), "Capabilities".
    package func isCapable(
        of capability: KernelCapability,
        over target: NamespaceLineage
    ) -> Bool {
        let lineage = target.members
        guard let place = lineage.firstIndex(where: { $0.identity == namespace.own.identity })
        else { return false }
        let isOwnerOfChild = place > 0 && lineage[place - 1].owner == user.effective
        return isOwnerOfChild || sets.effective.contains(capability)
    }
}
