/// A place of which another machine, or a process of some user, says what is in it.
package struct ServedPlace: Hashable, Sendable {
    /// As messages name it.
    package let path: String
    /// The type of the file system, as proc_pid_mountinfo(5) names it: `fuse.sshfs`, `nfs4`.
    package let type: String

    /// Nil where the file system lies on this machine.
    ///
    /// Nothing is asked of the server, which might not answer.
    /// - Throws: ``SystemError`` where the mount cannot be looked at.
    init?(_ place: borrowing Descriptor, _ path: String) throws(SystemError) {
        let status = try FileCalls.status(of: place, at: path)
        let type = try MountView().status(ofMount: status, showing: place, at: path).type
        guard type.hasPrefix("fuse.") || Self.types.contains(type) else { return nil }
        self.path = path
        self.type = type
    }

    /// Those of FUSE, and those of a network or of the host of a virtual machine.
    private static let types: Set<String> = [
        "fuse", "fuseblk", "virtiofs", "9p", "nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs",
        "coda", "ceph", "lustre", "gpfs", "beegfs", "orangefs", "pvfs2", "ocfs2", "gfs2", "acfs",
        "vboxsf", "vmhgfs", "prl_fs",
    ]
}
