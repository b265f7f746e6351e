import Kernel

// Refusals at the borders between the parts of a file system: subvolumes of btrfs (btrfs_permission, btrfs_setattr,
// btrfs_rename and btrfs_link, fs/btrfs/inode.c), and projects of ext4 and xfs (ext4_rename and ext4_link,
// fs/ext4/namei.c; xfs_rename and xfs_link, fs/xfs/xfs_inode.c).
extension FileTree {
    /// The inode numbers of btrfs for the root of a subvolume, and for the directory in a snapshot that stands for
    /// another subvolume.
    private static let subvolumeRoot: UInt64 = 256
    private static let emptySubvolume: UInt64 = 2

    /// The kernel's btrfs_root_readonly. A read-only mount is refused by another check.
    func wantWritableSubvolume(_ id: PlaceID) throws(Stop) {
        let mount = mount(of: id)
        guard mount.rules.parts == .subvolumes, !mount.isReadOnly else { return }
        try refuseStub(id)
        let shown = placeOfSubvolume(of: id)
        guard self[shown].device == self[id].device else { throw undecided(id) }
        switch details[Int(shown.index)].isSubvolumeReadOnly {
        case .unread: throw .lacks(.subvolume(of: shown))
        case .known(true): throw .refused(Refusal(.readOnlySubvolume, .EROFS, at: id))
        case .known(false): return
        case .unknown(let cause): throw .unknown(Unknown(cause, at: shown))
        }
    }

    /// Returns the file that shows the state of a subvolume. Write permission to a special file does not show it, so
    /// its directory does, which is in the same subvolume.
    private func placeOfSubvolume(of id: PlaceID) -> PlaceID {
        self[id].kind.isSpecial ? parent(of: id) : id
    }

    /// In a snapshot, the directory that stands for another subvolume has its own rules.
    func refuseStub(_ id: PlaceID) throws(Stop) {
        guard mount(of: id).rules.parts == .subvolumes, self[id].kind == .directory,
            self[id].inode == Self.emptySubvolume
        else { return }
        throw undecided(id)
    }

    /// A subvolume can be removed unless it is the default (may_destroy_subvol). Only root can read which one that is.
    func refuseRemovedSubvolume(_ id: PlaceID) throws(Stop) {
        guard mount(of: id).rules.parts == .subvolumes, self[id].inode == Self.subvolumeRoot
        else { return }
        throw undecided(id)
    }

    /// Returns whether a subvolume refuses to change the mode of a file but not its access list.
    func takesListAlone(_ id: PlaceID) -> Bool {
        let shown = placeOfSubvolume(of: id)
        guard case .known(true) = details[Int(shown.index)].isSubvolumeReadOnly else {
            return false
        }
        return mount(of: id).rules.parts == .subvolumes
    }

    /// Requires that a file may get another name in a directory.
    func wantSamePart(_ file: PlaceID, to directory: PlaceID) throws(Stop) {
        switch mount(of: directory).rules.parts {
        case .none: return
        case .subvolumes: try wantSameSubvolume(file, directory, of: file)
        case .projects: try wantSameProject(file, as: directory)
        }
    }

    /// Requires that a name may move from one directory to another. A whole subvolume can move, but cannot be replaced.
    func wantSamePart(
        _ file: PlaceID,
        from: PlaceID,
        to directory: PlaceID,
        over target: PlaceID?
    ) throws(Stop) {
        guard mount(of: directory).rules.parts == .subvolumes else {
            return try wantSamePart(file, to: directory)
        }
        if self[file].inode != Self.subvolumeRoot {
            try wantSameSubvolume(from, directory, of: file)
        }
        if self[file].inode == Self.emptySubvolume {
            throw .refused(Refusal(.isASubvolume, .ENOTEMPTY, at: file))
        }
        if let target, self[target].inode == Self.subvolumeRoot {
            throw .refused(Refusal(.isASubvolume, .ENOTEMPTY, at: target))
        }
    }

    private func wantSameSubvolume(
        _ one: PlaceID,
        _ other: PlaceID,
        of file: PlaceID
    ) throws(Stop) {
        guard self[one].device != self[other].device else { return }
        throw .refused(Refusal(.otherSubvolume, .EXDEV, at: file))
    }

    private func wantSameProject(_ file: PlaceID, as directory: PlaceID) throws(Stop) {
        guard let wanted = try project(of: directory) else {
            throw .unknown(Unknown(.project, at: directory))
        }
        guard wanted.isHandedDown else { return }
        guard let own = try project(of: file) else {
            throw .unknown(Unknown(.project, at: file))
        }
        guard own.id != wanted.id else { return }
        // From some version on, xfs accepts a file without a project if it is of a kind that cannot have one.
        if self[file].kind.isSpecial, own.id == 0 { throw undecided(file) }
        throw .refused(Refusal(.otherProject, .EXDEV, at: file, in: directory))
    }

    /// Requires that xfs admits new symbolic links in a directory (xfs_symlink in fs/xfs/xfs_symlink.c). Otherwise the
    /// answer is not known: an owner can clear the flag, and an overlay may have it from another layer. Must be the last
    /// check.
    func wantNewLinks(in directory: PlaceID) throws(Stop) {
        let mount = mount(of: directory)
        guard mount.fileSystem == "xfs" || mount.layers?.isUpperXFS == true else { return }
        guard let project = try project(of: directory), !project.refusesLinks else {
            throw .unknown(Unknown(.linkFlag, at: directory))
        }
    }

    /// Nil if it cannot be determined.
    private func project(of id: PlaceID) throws(Stop) -> Project? {
        switch details[Int(id.index)].project {
        case .unread: throw .lacks(.project(of: id))
        case .known(let project): project
        case .unknown: nil
        }
    }

    func knownProject(of id: PlaceID) -> Project? {
        guard case .known(let project) = details[Int(id.index)].project else { return nil }
        return project
    }
}
