package import Kernel

/// Who a thread is to the kernel, and what decides who it can become; see credentials(7).
///
/// Ids are those of the initial user namespace.
package struct ProcessCredentials: Hashable, Sendable {
    package var user: ProcessIDs
    package var group: ProcessIDs
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
        user: ProcessIDs,
        group: ProcessIDs,
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

/// The ids of a thread as a user or as a group, see credentials(7).
package struct ProcessIDs: Hashable, Sendable {
    package var real: UInt32
    package var effective: UInt32
    package var saved: UInt32
    /// The one that files see: the effective one, unless setfsuid(2) or setfsgid(2) was used.
    package var fileSystem: UInt32

    package init(real: UInt32, effective: UInt32, saved: UInt32, fileSystem: UInt32) {
        self.real = real
        self.effective = effective
        self.saved = saved
        self.fileSystem = fileSystem
    }

    /// All four the same.
    package init(_ id: UInt32) {
        self.init(real: id, effective: id, saved: id, fileSystem: id)
    }
}
