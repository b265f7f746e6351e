import Kernel

// rename(2) and link(2): the kernel's do_renameat2, vfs_rename, do_linkat, vfs_link (fs/namei.c).
extension FileTree {
    func rename(_ old: [UInt8], to new: [UInt8], _ subject: Credentials) throws(Stop) {
        let (oldDirectory, oldLast) = try reachParent(old, subject)
        let (newDirectory, newLast) = try reachParent(new, subject)
        try wantSameMount(oldDirectory, newDirectory)
        if oldLast.kind != .name { throw .refused(Refusal(.lastIsDots, .EBUSY, at: oldDirectory)) }
        if newLast.kind != .name { throw .refused(Refusal(.lastIsDots, .EBUSY, at: newDirectory)) }
        try wantWrite(oldDirectory)
        guard let source = try victim(oldLast, in: oldDirectory) else {
            throw .refused(try missing(oldLast, in: oldDirectory))
        }
        let target = try victim(newLast, in: newDirectory)
        if target == nil { try wantNewName(newLast, in: newDirectory) }
        let move = Move(
            source: source,
            from: oldDirectory,
            fromName: oldLast,
            target: target,
            to: newDirectory,
            toName: newLast
        )
        try refuseShape(of: move)
        if let target, try isSameVictim(source, target) { return }
        try markingHidden(source, target ?? source) { () throws(Stop) in
            try permit(move, subject)
            try finish(move)
        }
    }

    /// Returns whether two names belong to one file, in which case rename(2) does nothing. If a covered file is
    /// unknown, only identical names count as the same.
    private func isSameVictim(_ one: PlaceID, _ other: PlaceID) throws(Stop) -> Bool {
        if one == other { return true }
        // A directory has only one name. A snapshot of btrfs shows several directories with one inode number.
        if self[one].kind == .directory { return false }
        let areKnown = !self[one].isMountRoot && !self[other].isMountRoot
        guard areKnown, self[one].isSameFile(as: self[other]) else { return false }
        try wantOneInode(one)
        return true
    }

    private struct Move {
        let source: PlaceID
        let from: PlaceID
        let fromName: LastName
        let target: PlaceID?
        let to: PlaceID
        let toName: LastName
    }

    /// Refuses shapes that no permission allows: a directory's name for another kind of file, and cycles.
    private func refuseShape(of move: Move) throws(Stop) {
        let isDirectory = self[move.source].kind == .directory
        if !isDirectory, move.fromName.hasSlash || move.toName.hasSlash {
            throw .refused(Refusal(.notADirectory, .ENOTDIR, at: move.source))
        }
        guard !self[move.from].isSameFile(as: self[move.to]) else { return }
        if isWithin(move.source, move.to) {
            throw .refused(Refusal(.intoItself, .EINVAL, at: move.source))
        }
        if let target = move.target, isWithin(target, move.from) {
            throw .refused(Refusal(.containsSource, .ENOTEMPTY, at: target))
        }
    }

    /// Returns whether a directory is at or below another one, on one mount.
    private func isWithin(_ outer: PlaceID, _ inner: PlaceID) -> Bool {
        let mount = details[Int(outer.index)].mount
        var current = inner
        while details[Int(current.index)].mount == mount {
            if self[current].isSameFile(as: self[outer]) { return true }
            let above = parent(of: current)
            if above == current { return false }
            current = above
        }
        return false
    }

    private func permit(_ move: Move, _ subject: Credentials) throws(Stop) {
        let isDirectory = self[move.source].kind == .directory
        try mayDelete(move.source, in: move.from, asDirectory: isDirectory, subject)
        if let target = move.target {
            try mayDelete(target, in: move.to, asDirectory: isDirectory, subject)
        } else {
            try mayCreate(in: move.to, subject)
        }
        try wantNames(move.from, .EPERM)
        // The `..` entry of the moved directory is written.
        if isDirectory, isSeen(move.source), !self[move.from].isSameFile(as: self[move.to]) {
            try permit(.write, on: move.source, subject)
        }
        try wantKnownMounter(move.source, subject)
    }

    private func finish(_ move: Move) throws(Stop) {
        if try isMountPoint(move.fromName, in: move.from) {
            throw .refused(Refusal(.isAMountPoint, .EBUSY, at: move.source))
        }
        try wantSameKey(move.source, from: move.from, to: move.to)
        try wantSamePart(move.source, from: move.from, to: move.to, over: move.target)
        try wantMovable(move.source, from: move.from, to: move.to)
        try wantUpper(move.from)
        try wantUpper(move.to)
        try wantCopy(of: move.source)
        try wantFreeTarget(move.to, for: move.source)
        guard let target = move.target else { return }
        if try isMountPoint(move.toName, in: move.to) {
            throw .refused(Refusal(.isAMountPoint, .EBUSY, at: target))
        }
        guard self[target].kind == .directory else { return }
        // xfs_rename (fs/xfs/xfs_inode.c) has its own error.
        try wantEmpty(target, try isOfXFS(target) ? .EEXIST : .ENOTEMPTY)
    }

    /// The kernel's fscrypt_prepare_rename and fscrypt_prepare_link: a file that enters an encrypted directory must be
    /// encrypted like that directory.
    private func wantSameKey(
        _ file: PlaceID,
        from: PlaceID?,
        to directory: PlaceID
    ) throws(Stop) {
        if let from { try wantKey(from) }
        try wantKey(directory)
        guard self[directory].isEncrypted, !self[file].kind.isSpecial else { return }
        if let from, self[from].isSameFile(as: self[directory]) { return }
        throw .unknown(Unknown(.key, at: directory))
    }

    private func wantSameMount(_ one: PlaceID, _ other: PlaceID) throws(Stop) {
        let isSame = details[Int(one.index)].mount == details[Int(other.index)].mount
        guard isSame else { throw .refused(Refusal(.otherMount, .EXDEV, at: other)) }
    }

    func link(
        _ old: [UInt8],
        to new: [UInt8],
        follow: Bool,
        _ subject: Credentials
    ) throws(Stop) {
        let source = try reach(old, follow ? .follow : .noFollow, subject)
        let directory = try freeName(new, forDirectory: false, subject)
        try wantSameMount(source, directory)
        try mayLink(source, subject)
        try mayCreate(in: directory, subject)
        try refuseAppendOnly(source)
        try refuseImmutable(source)
        try wantMappedOwner(source, .EPERM)
        try wantNames(directory, .EPERM)
        if self[source].kind == .directory {
            throw .refused(Refusal(.directoryLink, .EPERM, at: source))
        }
        try wantSameKey(source, from: nil, to: directory)
        try wantSamePart(source, to: directory)
        try wantKnownMounter(source, subject)
        try wantUpper(directory)
        try wantUpper(source)
        try wantFreeTarget(directory, for: source)
    }
}
