package import Kernel

/// The credentials of a thread, and the facts that determine which credentials it can get; see credentials(7).
///
/// Ids are those of the initial user namespace. Every fact that the rules need is known. `ThreadCredentials` in
/// `LinuxSystem`, in contrast, are the facts that proc(5) shows: with the reader's ids, and without the user namespace.
package struct ProcessCredentials: Hashable, Sendable {
    package var user: CredentialIDs
    package var group: CredentialIDs
    package var groups: Set<UInt32>
    package var sets: KernelCapabilitySets
    package var secureBits: SecureBits
    /// `PR_SET_NO_NEW_PRIVS`, which cannot be undone.
    package var hasNoNewPrivileges: Bool
    /// True if another process shares its root and working directory, by `CLONE_FS` of clone(2).
    package var sharesFileSystem: Bool
    /// True if it is traced by a process that lacked CAP_SYS_PTRACE over its namespace when it attached.
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

    /// The root user of its own namespace, whose id changes affect the sets; nil if the namespace has none.
    package var root: UInt32? { namespace.own.ids.users.outside(of: 0) }

    /// The kernel's in_group_p: checks the file-system group id, not the effective one.
    package func isIn(_ gid: UInt32) -> Bool { gid == group.fileSystem || groups.contains(gid) }
}

extension ProcessCredentials {
    /// Returns whether the process has a kernel capability over an object of a user namespace.
    ///
    /// An effective kernel capability applies to the process's own namespace and all its descendants. The user who
    /// created a namespace has all kernel capabilities over it, as long as that user's process is in the parent. A
    /// process has none over a namespace that is not its own or a descendant.
    ///
    /// See the kernel's ns_capable and cap_capable (security/commoncap.c); user_namespaces(7), "Capabilities".
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
