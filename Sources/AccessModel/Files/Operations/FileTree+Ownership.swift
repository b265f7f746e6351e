import Kernel

// chown(2): the kernel's chown_common (fs/open.c), chown_ok and chgrp_ok (fs/attr.c).
extension FileTree {
    func changeOwner(_ file: PlaceID, to uid: UInt32, _ subject: Credentials) throws(Stop) {
        try wantWrite(file)
        guard subject.namespace.users.contains(outside: uid) else {
            throw .refused(Refusal(.unmappedArgument, .EINVAL, at: file))
        }
        try refuseChange(file)
        try wantOwnRules(file)
        let place = self[file]
        if let users = mount(of: file).users, !users.contains(outside: uid) {
            throw .refused(Refusal(.unmappedArgument, .EOVERFLOW, at: file))
        }
        if place.hasAmbiguousOwner { throw .unknown(Unknown(.owner, at: file)) }
        if place.gid == noID { throw .refused(Refusal(.unmappedOwner, .EOVERFLOW, at: file)) }
        let isUnchanged = place.isOwned(by: subject) && place.uid == uid
        guard isUnchanged || mayChangeOwner(place, ofUnmapped: place.uid == noID, subject) else {
            throw .refused(Refusal(.needsChown, .EPERM, at: file))
        }
        try dropSetIDs(file, place, subject)
        try wantFreeChanges(file)
        try wantKnownMounter(file, subject)
        try wantUpper(file)
    }

    func changeGroup(_ file: PlaceID, to gid: UInt32, _ subject: Credentials) throws(Stop) {
        try wantWrite(file)
        guard subject.namespace.groups.contains(outside: gid) else {
            throw .refused(Refusal(.unmappedArgument, .EINVAL, at: file))
        }
        try refuseChange(file)
        try wantOwnRules(file)
        let place = self[file]
        if let groups = mount(of: file).groups, !groups.contains(outside: gid) {
            throw .refused(Refusal(.unmappedArgument, .EOVERFLOW, at: file))
        }
        if place.hasAmbiguousOwner { throw .unknown(Unknown(.owner, at: file)) }
        if place.uid == noID { throw .refused(Refusal(.unmappedOwner, .EOVERFLOW, at: file)) }
        let isOwn = place.isOwned(by: subject) && (place.gid == gid || subject.isIn(gid))
        guard isOwn || mayChangeOwner(place, ofUnmapped: place.gid == noID, subject) else {
            throw .refused(Refusal(.needsChown, .EPERM, at: file))
        }
        try dropSetIDs(file, place, subject)
        try wantFreeChanges(file)
        try wantKnownMounter(file, subject)
        try wantUpper(file)
    }

    /// chown(2) with -1 and -1, which also removes the set-id bits and the file capabilities.
    func changeNoOwner(_ file: PlaceID, _ subject: Credentials) throws(Stop) {
        try wantWrite(file)
        try wantWritableSubvolume(file)
        try wantOwnRules(file)
        try wantMappedOwner(file)
        try dropSetIDs(file, self[file], subject)
        try refuseFlags(file)
        try wantFreeChanges(file)
        try wantKnownMounter(file, subject)
        try wantUpper(file)
    }

    /// For a call without a new owner, may_setattr checks the flags only if set-id bits are removed. File systems check
    /// them as well: ext4_setattr (fs/ext4/inode.c) checks `i`. For other file systems this is unknown.
    private func refuseFlags(_ file: PlaceID) throws(Stop) {
        let place = self[file]
        guard place.isImmutable || place.isAppendOnly else { return }
        if place.mode & 0o6000 != 0 { return try refuseChange(file) }
        switch mount(of: file).fileSystem {
        case "ext2", "ext3", "ext4": try refuseImmutable(file)
        case "tmpfs", "xfs", "btrfs": return
        default: throw undecided(file)
        }
    }

    private func mayChangeOwner(
        _ place: Place,
        ofUnmapped isUnmapped: Bool,
        _ subject: Credentials
    ) -> Bool {
        place.has(.chown, subject) || isUnmapped && subject.isCapable(.chown)
    }

    /// A change of owner removes the set-id bits, which counts as a chmod(2). CAP_CHOWN alone is not enough for another
    /// user's set-id file.
    private func dropSetIDs(
        _ file: PlaceID,
        _ place: Place,
        _ subject: Credentials
    ) throws(Stop) {
        guard place.kind != .directory else { return }
        let dropsGroup =
            place.mode & 0o2000 != 0
            && (place.mode & 0o010 != 0
                || !subject.isIn(place.gid) && !place.has(.fsetid, subject))
        if place.mode & 0o4000 != 0 || dropsGroup { try wantOwnership(file, subject) }
    }
}
