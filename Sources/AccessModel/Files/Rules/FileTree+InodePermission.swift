package import Kernel

extension FileTree {
    /// Requires that a subject may read, write or search a file: the kernel's inode_permission (fs/namei.c), in its
    /// order.
    ///
    /// - SeeAlso: path_resolution(7), acl(5).
    func permit(
        _ wanted: Permissions,
        on id: PlaceID,
        _ subject: Credentials
    ) throws(Stop) {
        trace?.append(.permission(wanted, id))
        let place = self[id]
        if let hiding = place.hiding { try wantShown(id, hiding, subject) }
        let isOwnPerhaps = place.permissionRule == .genericOrOwn
        guard place.permissionRule == .generic || isOwnPerhaps else {
            return try permitSpecially(wanted, on: id, subject)
        }
        if wanted.contains(.write) { try permitWriting(place, id, wanted) }
        let isGranted = grant(wanted, on: id, place, subject)
        if place.hasAmbiguousOwner,
            place.lessOwned.contains(where: { grant(wanted, on: id, $0, subject) != isGranted })
        {
            throw .unknown(Unknown(.owner, at: id))
        }
        if isGranted {
            try wantUsableByMounter(id, wanted)
            try wantKnownMounter(id, subject, for: wanted)
            if wanted.contains(.write), !place.kind.isSpecial { try wantWritableLayer(id) }
            return
        }
        if isOwnPerhaps, !wanted.contains(.execute) { throw undecided(id) }
        throw .refused(Refusal(.permissionRefused, .EACCES, at: id, wanted: wanted))
    }

    /// Checks for writing that do not depend on the permissions.
    private func permitWriting(
        _ place: Place,
        _ id: PlaceID,
        _ wanted: Permissions
    ) throws(Stop) {
        if !place.kind.isSpecial, mount(of: id).flags.contains(.superblockReadOnly) {
            throw .refused(Refusal(.readOnlyFileSystem, .EROFS, at: id))
        }
        if place.isImmutable { try refuseImmutable(id) }
        if place.mayHaveNoOwner { throw .unknown(Unknown(.owner, at: id)) }
        if place.hasUnmappedID {
            throw .refused(Refusal(.unmappedOwner, .EACCES, at: id, wanted: wanted))
        }
        if !place.kind.isSpecial { try wantWritableSubvolume(id) }
    }

    private func permitSpecially(
        _ wanted: Permissions,
        on id: PlaceID,
        _ subject: Credentials
    ) throws(Stop) {
        guard self[id].isProcSys else { throw undecided(id) }
        if wanted.contains(.write), mount(of: id).flags.contains(.superblockReadOnly) {
            throw .refused(Refusal(.readOnlyFileSystem, .EROFS, at: id))
        }
        let place = self[id]
        if place.hasAmbiguousOwner { throw .unknown(Unknown(.owner, at: id)) }
        if place.mayHaveAnotherRoot(for: subject),
            !place.permissions(shift: 0).isSuperset(of: wanted)
        {
            throw undecided(id)
        }
        let isExecution = wanted.contains(.execute) && place.kind == .regular
        let granted = place.procSysClass(of: subject).1
        guard granted.isSuperset(of: wanted), !isExecution else {
            let isOfHost = !mount(of: id).flags.contains(.perhapsOfUserNamespace)
            guard isOfHost || isExecution else { throw undecided(id) }
            throw .refused(Refusal(.permissionRefused, .EACCES, at: id, wanted: wanted))
        }
    }

    /// Decides by the class that applies, and otherwise by a kernel capability that overrides it.
    private func grant(
        _ wanted: Permissions,
        on id: PlaceID,
        _ place: Place,
        _ subject: Credentials
    ) -> Bool {
        let list = place.hasList ? details[Int(id.index)].list : nil
        return place.classThatCounts(wanted, list, subject).1.isSuperset(of: wanted)
            || place.override(wanted, subject) != nil
    }

    package func decision(
        _ wanted: Permissions,
        on id: PlaceID,
        _ subject: Credentials
    ) -> InodeDecision {
        self[id].decision(wanted, list: details[Int(id.index)].list, subject)
    }
}
