import Kernel

// What an overlay refuses besides: the kernel's ovl_permission, ovl_want_write, ovl_can_move (fs/overlayfs).
extension FileTree {
    /// That the layers let what is there be written: the permissions of the file behind. Symbolic links have
    /// no such operation (ovl_symlink_inode_operations).
    func wantWritableLayer(_ id: PlaceID) throws(Stop) {
        guard mount(of: id).layers?.upper == .readOnly, self[id].kind != .symbolicLink else {
            return
        }
        switch try layer(of: id) {
        case .upper?, .merged?: throw .refused(Refusal(.readOnlyUpper, .EROFS, at: id))
        case .lower?, .lowerOrCopied?, nil: return
        }
    }

    /// That whoever mounted an overlay may do to a file what a subject may (ovl_permission, ovl_copy_up): the root
    /// of a user namespace has no power over one with an owner or a group that it does not map.
    func wantKnownMounter(_ id: PlaceID, _ subject: Credentials) throws(Stop) {
        let mount = mount(of: id)
        guard mount.layers != nil, mount.flags.contains(.perhapsOfUserNamespace) else { return }
        let (place, namespace) = (self[id], subject.namespace)
        let isMapped =
            !namespace.isInitial && namespace.users.contains(outside: place.uid)
            && namespace.groups.contains(outside: place.gid)
        guard isMapped else { throw undecided(id) }
    }

    /// The same for faccessat2(2), after which nothing is copied up.
    func wantKnownLayer(_ id: PlaceID) throws(Stop) {
        guard mount(of: id).layers?.upper == .readOnly, self[id].kind != .symbolicLink else {
            return
        }
        if try layer(of: id) == .lower { return }
        throw .unknown(Unknown(.layer, at: id))
    }

    /// That what changes a file, or the names in a directory, can be written to the upper layer; to be asked
    /// after everything else.
    func wantUpper(_ id: PlaceID) throws(Stop) {
        guard let layers = mount(of: id).layers else { return }
        switch layers.upper {
        case .writable: return
        case .readOnly: throw .refused(Refusal(.readOnlyUpper, .EROFS, at: id))
        case .immutable:
            // What is there already is written in its place.
            if try layer(of: id) == .upper { return }
            throw .unknown(Unknown(.layer, at: id))
        }
    }

    /// That the file system of an upper layer is known to have attributes and access lists; to be asked last.
    func wantSeenUpper(_ id: PlaceID) throws(Stop) {
        if mount(of: id).layers?.isUpperSeen == false { throw undecided(id) }
    }

    /// A directory that a lower layer has stays where it is.
    func wantMovable(_ directory: PlaceID) throws(Stop) {
        guard let layers = mount(of: directory).layers, !layers.movesDirectories,
            self[directory].kind == .directory
        else { return }
        switch try layer(of: directory) {
        case .upper?: return
        case nil: throw .unknown(Unknown(.layer, at: directory))
        default: throw .refused(Refusal(.lowerDirectory, .EXDEV, at: directory))
        }
    }

    /// That two names with one number are one file to the kernel: those of a lower layer may be two, and be
    /// copied up one by one (ovl_hash_bylower).
    func wantOneInode(_ id: PlaceID) throws(Stop) {
        guard mount(of: id).layers != nil, try layer(of: id) != .upper else { return }
        throw .unknown(Unknown(.layer, at: id))
    }

    /// Nil where that cannot be seen.
    private func layer(of id: PlaceID) throws(Stop) -> OverlayLayer? {
        switch details[Int(id.index)].layer {
        case .unread: throw .lacks(.layer(of: id))
        case .known(let layer): layer
        case .unknown: nil
        }
    }
}
