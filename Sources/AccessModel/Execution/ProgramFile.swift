/// The properties of a file that determine the credentials of a process that executes it, apart from the permission to
/// execute.
///
/// For a "#!" script, the file is that of the interpreter. Ids are those of the initial user namespace, as stat(2) and
/// getxattr(2) show them there through the mount.
package struct ProgramFile: Hashable, Sendable {
    /// The permission, set-id and sticky bits.
    package var mode: UInt16
    /// Nil if an idmapped mount or the file system's own namespace does not map the user.
    package var owner: UInt32?
    package var group: UInt32?
    /// Nil if the file has none, or only some that apply to no user here (`EOVERFLOW` from getxattr(2)).
    package var capabilities: Result<FileCapabilities, MalformedFileCapabilities>?
    /// Nil if set-id bits and file capabilities have effect.
    package var distrust: MountDistrust?

    package init(
        mode: UInt16,
        owner: UInt32?,
        group: UInt32?,
        capabilities: Result<FileCapabilities, MalformedFileCapabilities>? = nil,
        distrust: MountDistrust? = nil
    ) {
        self.mode = mode
        self.owner = owner
        self.group = group
        self.capabilities = capabilities
        self.distrust = distrust
    }
}

/// The reason why set-id bits and file capabilities on a mount have no effect for a process; the kernel's mnt_may_suid.
package enum MountDistrust: Hashable, Sendable {
    /// The mount option, see mount(8).
    case nosuid
    /// The mount was reached by a descriptor or through `/proc/PID/root`.
    case mountOfOtherNamespace
    /// The file system was mounted in a user namespace that the process is not in.
    case fileSystemOfOtherNamespace
}
