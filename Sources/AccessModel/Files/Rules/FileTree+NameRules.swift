import Kernel

extension FileTree {
    /// The kernel's may_delete (fs/namei.c): requires that a name can be removed from a directory.
    ///
    /// - Parameter asDirectory: True if the call removes directories, rather than other files.
    func mayDelete(
        _ victim: PlaceID,
        in directory: PlaceID,
        asDirectory: Bool,
        _ subject: Credentials
    ) throws(Stop) {
        let isSeen = isSeen(victim)
        if isSeen { try wantMappedOwner(victim) }
        try permit([.write, .execute], on: directory, subject)
        try refuseAppendOnly(directory)
        // The callers refuse a covered file as busy.
        guard isSeen else { return }
        try refuseSticky(victim, in: directory, subject)
        try refuseAppendOnly(victim)
        try refuseImmutable(victim)
        try refuseSwap(victim, .EPERM)
        if asDirectory, self[victim].kind != .directory {
            throw .refused(Refusal(.notADirectory, .ENOTDIR, at: victim))
        }
        if !asDirectory, self[victim].kind == .directory {
            throw .refused(Refusal(.isADirectory, .EISDIR, at: victim))
        }
    }

    /// The kernel's check_sticky, for the `t` bit of inode(7).
    private func refuseSticky(
        _ victim: PlaceID,
        in directory: PlaceID,
        _ subject: Credentials
    ) throws(Stop) {
        let folder = self[directory]
        let file = self[victim]
        guard folder.mode & 0o1000 != 0 else { return }
        if folder.hasAmbiguousOwner, folder.isOwned(by: subject) {
            throw .unknown(Unknown(.owner, at: directory))
        }
        if file.hasAmbiguousOwner, file.isOwned(by: subject) || file.has(.fowner, subject) {
            throw .unknown(Unknown(.owner, at: victim))
        }
        let mayDelete =
            file.isOwned(by: subject) || folder.isOwned(by: subject) || file.has(.fowner, subject)
        guard !mayDelete else { return }
        throw .refused(Refusal(.sticky, .EPERM, at: victim))
    }

    /// The kernel's may_create: requires that a new name can be added to a directory.
    func mayCreate(in directory: PlaceID, _ subject: Credentials) throws(Stop) {
        if self[directory].isRemoved { throw .refused(Refusal(.missing, .ENOENT, at: directory)) }
        try wantOwner(subject, in: directory)
        try permit([.write, .execute], on: directory, subject)
    }

    /// The kernel's may_follow_link: `fs.protected_symlinks`, which no kernel capability overrides.
    func mayFollow(
        _ link: PlaceID,
        in directory: PlaceID,
        after count: Int,
        _ subject: Credentials
    ) throws(Stop) {
        guard settings.protectedSymlinks != 0 else { return }
        let (file, folder) = (self[link], self[directory])
        guard folder.mode & 0o1002 == 0o1002 else { return }
        if file.hasAmbiguousOwner || folder.hasAmbiguousOwner {
            throw .unknown(Unknown(.owner, at: link))
        }
        guard !file.isOwned(by: subject) else { return }
        guard let isOfFolder = file.hasUser(of: folder) else {
            throw .unknown(Unknown(.foreignOwners, at: link))
        }
        guard !isOfFolder else { return }
        // If the kernel came here without a lock (RCU), it walks the path a second time and continues to count links.
        // It may then count too many.
        guard count * 2 <= Walker.linkLimit else { throw .unknown(Unknown(.linkCount, at: link)) }
        throw .refused(Refusal(.protectedSymlink, .EACCES, at: link))
    }

    /// The kernel's may_create_in_sticky, for open(2) with `O_CREAT` of an existing file: `fs.protected_regular` and
    /// `fs.protected_fifos`, which no kernel capability overrides.
    func mayOpenInSticky(
        _ found: PlaceID,
        in directory: PlaceID,
        _ subject: Credentials
    ) throws(Stop) {
        let (file, folder) = (self[found], self[directory])
        guard folder.mode & 0o1000 != 0 else { return }
        if file.kind == .regular, settings.protectedRegular == 0 { return }
        if file.kind == .fifo, settings.protectedFifos == 0 { return }
        let isForGroup =
            file.kind == .regular && settings.protectedRegular >= 2
            || file.kind == .fifo && settings.protectedFifos >= 2
        guard folder.mode & 0o002 != 0 || folder.mode & 0o020 != 0 && isForGroup else { return }
        if file.hasAmbiguousOwner || folder.hasAmbiguousOwner {
            throw .unknown(Unknown(.owner, at: found))
        }
        guard !file.isOwned(by: subject) else { return }
        guard let isOfFolder = file.hasUser(of: folder) else {
            throw .unknown(Unknown(.foreignOwners, at: found))
        }
        guard !isOfFolder else { return }
        throw .refused(Refusal(.stickyProtected, .EACCES, at: found))
    }

    /// The kernel's may_linkat: `fs.protected_hardlinks`.
    func mayLink(_ source: PlaceID, _ subject: Credentials) throws(Stop) {
        try wantMappedOwner(source)
        guard settings.protectedHardlinks != 0 else { return }
        guard try !isSafeToLink(source, subject) else { return }
        guard let isOwner = self[source].isKnownOwnedOrFowner(subject) else {
            throw .unknown(Unknown(.owner, at: source))
        }
        if isOwner { return }
        throw .refused(Refusal(.protectedHardlink, .EPERM, at: source))
    }

    /// The kernel's safe_hardlink_source. A missing permission is not a refusal yet, and is not traced.
    private func isSafeToLink(_ source: PlaceID, _ subject: Credentials) throws(Stop) -> Bool {
        let traced = trace
        defer { trace = traced }
        let file = self[source]
        guard file.kind == .regular, file.mode & 0o4000 == 0, file.mode & 0o2010 != 0o2010 else {
            return false
        }
        do throws(Stop) {
            try permit([.read, .write], on: source, subject)
            return true
        } catch .refused {
            return false
        }
    }
}
