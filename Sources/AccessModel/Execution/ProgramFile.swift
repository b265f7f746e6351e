/// What of a file decides what executing it makes of a process, beside whether that is permitted at all.
///
/// Of a "#!" script it is the interpreter's file that counts. Ids are those of the initial user namespace,
/// through the mount: as stat(2) and getxattr(2) show them there.
package struct ProgramFile: Hashable, Sendable {
    /// The permission, set-id and sticky bits.
    package var mode: UInt16
    /// Nil where an idmapped mount or the file system's own namespace has no such user.
    package var owner: UInt32?
    package var group: UInt32?
    /// Nil where the file has none, or none for anyone here (`EOVERFLOW` from getxattr(2)).
    package var capabilities: Result<FileCapabilities, MalformedFileCapabilities>?
    /// Nil where set-id bits and file capabilities count.
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

/// Why set-id bits and file capabilities of a mount do not count for a process; the kernel's mnt_may_suid.
package enum MountDistrust: Hashable, Sendable {
    /// The mount option, see mount(8).
    case nosuid
    /// It was reached by a descriptor or through `/proc/PID/root`.
    case mountOfOtherNamespace
    /// It was mounted in a user namespace that the process is not in.
    case fileSystemOfOtherNamespace
}
