import Kernel

// Further refusals by an overlay: the kernel's ovl_permission, ovl_want_write, ovl_can_move (fs/overlayfs).
extension FileTree {
    /// Requires that the layers allow writing to an existing file, by the permissions of the file in the layer.
    /// Symbolic links have no such check (ovl_symlink_inode_operations).
    func wantWritableLayer(_ id: PlaceID) throws(Stop) {
        guard mount(of: id).layers?.upper == .readOnly, self[id].kind != .symbolicLink else {
            return
        }
        switch try layer(of: id) {
        case .upper?, .merged?: throw .refused(Refusal(.readOnlyUpper, .EROFS, at: id))
        case .perhapsMerged?: throw .unknown(Unknown(.layer, at: id))
        case .lower?, .lowerOrCopied?, nil: return
        }
    }

    /// Requires that the user who mounted an overlay has the same access to a file as the subject (ovl_permission,
    /// ovl_copy_up). The root of a user namespace has no power over a file whose owner or group it does not map.
    func wantKnownMounter(
        _ id: PlaceID,
        _ subject: Credentials,
        for wanted: Permissions = []
    ) throws(Stop) {
        let mount = mount(of: id)
        guard mount.layers != nil, mount.flags.contains(.perhapsOfUserNamespace) else { return }
        let (place, namespace) = (self[id], subject.namespace)
        let isMapped =
            !namespace.isInitial && namespace.users.contains(outside: place.uid)
            && namespace.groups.contains(outside: place.gid)
        guard !isMapped else { return }
        // A copy to the upper layer fails with EOVERFLOW, which faccessat2(2) does not say (ovl_set_attr).
        if wanted.contains(.write), !place.kind.isSpecial, try layer(of: id) != .upper {
            throw .unknown(Unknown(.copying, at: id))
        }
        throw undecided(id)
    }

    /// Requires that the user who mounted an overlay may use a file there whose owner or group perhaps has no id. Kernel
    /// capabilities do not count then (ovl_permission).
    func wantUsableByMounter(_ id: PlaceID, _ wanted: Permissions) throws(Stop) {
        let place = self[id]
        guard place.hasAmbiguousOwner, mount(of: id).layers != nil else { return }
        guard place.mounterPermissions.isSuperset(of: wanted) else {
            throw .unknown(Unknown(.owner, at: id))
        }
    }

    /// Like ``wantWritableLayer(_:)``, for faccessat2(2), which copies nothing up.
    func wantKnownLayer(_ id: PlaceID) throws(Stop) {
        guard mount(of: id).layers?.upper == .readOnly, self[id].kind != .symbolicLink else {
            return
        }
        if try layer(of: id) == .lower { return }
        throw .unknown(Unknown(.layer, at: id))
    }

    /// Requires that a change of a file, or of the names in a directory, can be written to the upper layer. Must be the
    /// last check.
    func wantUpper(_ id: PlaceID) throws(Stop) {
        guard let layers = mount(of: id).layers else { return }
        if layers.mayFailToCopy { throw .unknown(Unknown(.copying, at: id)) }
        switch layers.upper {
        case .writable: try wantFreeLayers(for: id)
        case .readOnly: throw .refused(Refusal(.readOnlyUpper, .EROFS, at: id))
        case .immutable:
            // A file that is already in the upper layer is written in place.
            if try layer(of: id) == .upper { return }
            throw .unknown(Unknown(.layer, at: id))
        }
    }

    /// Requires that a file is in the upper layer, or can be copied there with its attributes.
    func wantCopy(of id: PlaceID) throws(Stop) {
        guard mount(of: id).layers != nil else { return }
        if try !isCopyable(id), try !isInUpper(id) { throw .unknown(Unknown(.copying, at: id)) }
    }

    /// Requires that nothing is in the way of a copy of a file, and of the directories above it, to the upper layer. If
    /// the flags of a directory are set there, and not through the overlay, the copy fails with EPERM. The overlay shows
    /// both alike. The root of a mount stands for the directories above it that the mount does not show.
    package func wantFreeLayers(for id: PlaceID) throws(Stop) {
        var current = id
        while true {
            try wantCopy(of: current)
            let above = parent(of: current)
            guard above != current,
                details[Int(above.index)].mount == details[Int(id.index)].mount
            else { return }
            // A file of the upper layer is not copied.
            if isFlagged(above), try !isInUpper(current) {
                throw .unknown(Unknown(.layer, at: above))
            }
            current = above
        }
    }

    /// Requires that a name of a lower layer does not get another name in a directory with flags. What the layers then
    /// need there is refused if the upper layer has the flags.
    func wantFreeTarget(_ directory: PlaceID, for source: PlaceID) throws(Stop) {
        guard mount(of: directory).layers != nil, isFlagged(directory) else { return }
        if try layer(of: source) != .upper { throw .unknown(Unknown(.layer, at: source)) }
        try wantNoWhiteout(in: directory)
    }

    /// Requires that a new name in a directory with flags does not replace a whiteout: what hides the name of a lower
    /// layer there. The upper layer refuses that if it has the flags (ovl_create_over_whiteout).
    func wantNoWhiteout(in directory: PlaceID) throws(Stop) {
        guard mount(of: directory).layers != nil, isFlagged(directory) else { return }
        if try layer(of: directory) != .upper { throw .unknown(Unknown(.layer, at: directory)) }
    }

    private func isFlagged(_ directory: PlaceID) -> Bool {
        self[directory].isImmutable || self[directory].isAppendOnly
    }

    /// Returns whether xfs decides about a directory itself. An overlay does so, unless only its upper layer has it.
    func isOfXFS(_ id: PlaceID) throws(Stop) -> Bool {
        guard let layers = mount(of: id).layers else { return mount(of: id).fileSystem == "xfs" }
        guard layers.isUpperXFS else { return false }
        guard let layer = try layer(of: id) else { throw .unknown(Unknown(.layer, at: id)) }
        return layer == .upper
    }

    /// False if it is not known.
    private func isCopyable(_ id: PlaceID) throws(Stop) -> Bool {
        switch details[Int(id.index)].isCopyable {
        case .unread: throw .lacks(.copying(of: id))
        case .known(let isCopyable): isCopyable
        case .unknown: false
        }
    }

    private func isInUpper(_ id: PlaceID) throws(Stop) -> Bool {
        let layer = try layer(of: id)
        return layer == .upper || layer == .merged
    }

    /// Requires that the file system of the upper layer is known to have attributes and access lists. Must be the last
    /// check.
    func wantSeenUpper(_ id: PlaceID) throws(Stop) {
        if mount(of: id).layers?.isUpperSeen == false { throw undecided(id) }
    }

    /// Requires that the upper layer, and the layer that holds a file, can set access lists (ovl_set_acl). A file of a
    /// lower layer is judged before it is copied up, but its owner could copy it up by another change first.
    func wantListsInLayers(_ id: PlaceID) throws(Stop) {
        guard let layers = mount(of: id).layers else { return }
        guard layers.upperSetsLists else {
            throw .refused(Refusal(.listOnLink, .EOPNOTSUPP, at: id))
        }
        guard layers.isUpperSeen, !layers.lowerSetsLists, try !isInUpper(id) else { return }
        throw .unknown(Unknown(.layer, at: id))
    }

    /// Refuses to move a directory that a lower layer has. With `redirect_dir=on`, the overlay remembers its path if
    /// that is not too long, counted from the root of the overlay and by the names that directories had. Within a
    /// directory, the old name is enough (ovl_get_redirect).
    func wantMovable(_ id: PlaceID, from: PlaceID, to: PlaceID) throws(Stop) {
        guard let layers = mount(of: id).layers, self[id].kind == .directory else { return }
        if layers.movesDirectories, from == to { return }
        switch try layer(of: id) {
        case .upper?: return
        case .some where !layers.movesDirectories:
            throw .refused(Refusal(.lowerDirectory, .EXDEV, at: id))
        default: throw .unknown(Unknown(.layer, at: id))
        }
    }

    /// Requires that two names with one inode number are one file for the kernel. Names of a lower layer may be two
    /// files that are copied up separately (ovl_hash_bylower).
    func wantOneInode(_ id: PlaceID) throws(Stop) {
        guard mount(of: id).layers != nil, try layer(of: id) != .upper else { return }
        throw .unknown(Unknown(.layer, at: id))
    }

    /// Nil if the layer cannot be determined.
    private func layer(of id: PlaceID) throws(Stop) -> OverlayLayer? {
        switch details[Int(id.index)].layer {
        case .unread: throw .lacks(.layer(of: id))
        case .known(let layer): layer
        case .unknown: nil
        }
    }
}
