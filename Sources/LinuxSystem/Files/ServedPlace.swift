/// A place whose owners and modes do not say who can write there.
///
/// A server or a user's process decides what is in it, or it is on an idmapped mount, which shows other owners than
/// the file system has.
package struct ServedPlace: Hashable, Sendable {
    /// As messages name it.
    package let path: String
    /// What it is on: `a file system of type \`nfs4\``.
    package let medium: String

    /// Nil where the file system lies on this machine, and shows its own owners.
    ///
    /// Within a user namespace that has a root of its own the maps of mounts belong to who made it.
    /// Nothing is asked of the server, which might not answer.
    /// - Throws: ``SystemError`` where the mount cannot be looked at.
    init?(_ place: borrowing Descriptor, _ path: String) throws(SystemError) {
        let status = try FileCalls.status(of: place, at: path)
        let mount = try MountView().status(ofMount: status, showing: place, at: path)
        self.path = path
        if mount.type.hasPrefix("fuse.") || Self.types.contains(mount.type) {
            medium = "a file system of type `\(mount.type)`, which is not of this machine alone"
        } else if mount.isIDMapped, try NamespaceID.ownUsers().isInitialUsers {
            medium = "an idmapped mount, which does not show who owns the files"
        } else {
            return nil
        }
    }

    /// Those of FUSE, and those of a network or of the host of a virtual machine.
    private static let types: Set<String> = [
        "fuse", "fuseblk", "virtiofs", "9p", "nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs",
        "coda", "ceph", "lustre", "gpfs", "beegfs", "orangefs", "pvfs2", "ocfs2", "gfs2", "acfs",
        "vboxsf", "vmhgfs", "prl_fs",
    ]
}
