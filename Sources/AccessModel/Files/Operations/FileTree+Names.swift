import Kernel

// Creation and removal of names: the kernel's filename_create, do_mknodat, do_unlinkat, do_rmdir (fs/namei.c).
extension FileTree {
    func create(_ kind: CreatedKind, _ path: [UInt8], _ subject: Credentials) throws(Stop) {
        guard kind != .file else { return try createFile(path, subject) }
        let directory = try freeName(path, forDirectory: kind == .directory, subject)
        try mayCreate(in: directory, subject)
        if kind == .device, !subject.isCapable(.mknod) {
            throw .refused(Refusal(.needsMknod, .EPERM, at: directory))
        }
        try wantNames(directory, .EPERM)
        try wantKey(directory)
        try wantUpper(directory)
        try wantNoWhiteout(in: directory)
        if kind == .symbolicLink { try wantNewLinks(in: directory) }
    }

    private func createFile(_ path: [UInt8], _ subject: Credentials) throws(Stop) {
        switch try go(try walk(path, .createNoFollow), subject) {
        case .stopped(let stop): throw stop
        case .reached(let file): throw .refused(Refusal(.exists, .EEXIST, at: file))
        case .name(let last, let directory): try makeFile(last, in: directory, subject)
        }
    }

    /// Returns the directory of a name that does not exist and that the mount allows to be created.
    func freeName(
        _ path: [UInt8],
        forDirectory: Bool,
        _ subject: Credentials
    ) throws(Stop) -> PlaceID {
        let (directory, last) = try reachParent(path, subject)
        guard last.kind == .name else {
            throw .refused(Refusal(.exists, .EEXIST, at: directory))
        }
        if let found = try victim(last, in: directory) {
            throw .refused(Refusal(.exists, .EEXIST, at: found))
        }
        try wantNewName(last, in: directory)
        if last.hasSlash, !forDirectory {
            throw .refused(Refusal(.trailingSlash, .ENOENT, at: directory))
        }
        try wantWrite(directory)
        return directory
    }

    func delete(_ kind: DeletedKind, _ path: [UInt8], _ subject: Credentials) throws(Stop) {
        let (directory, last) = try reachParent(path, subject)
        var asDirectory = kind == .directory
        if kind == .whicheverFits { asDirectory = try isDirectory(path) }
        try refuseDots(last, directory, asDirectory: asDirectory)
        try wantWrite(directory)
        guard let victim = try victim(last, in: directory) else {
            throw .refused(try missing(last, in: directory))
        }
        if !asDirectory, last.hasSlash { try refuseSlash(victim) }
        try markingHidden(victim) { () throws(Stop) in
            try mayDelete(victim, in: directory, asDirectory: asDirectory, subject)
            try wantNames(directory, .EPERM)
            if try isMountPoint(last, in: directory) {
                throw .refused(Refusal(.isAMountPoint, .EBUSY, at: victim))
            }
        }
        if asDirectory {
            try wantEmpty(victim)
            try refuseRemovedSubvolume(victim)
        }
        try wantUpper(directory)
    }

    /// Returns whether lstat(2) shows a directory.
    private func isDirectory(_ path: [UInt8]) throws(Stop) -> Bool {
        switch try walk(path, .noFollow).end {
        case .reached(let place): return self[place].kind == .directory
        // The system call for this path is then unknown too.
        case .stopped(.unknown(let unknown)): throw .unknown(unknown)
        case .name, .stopped: return false
        }
    }

    private func refuseSlash(_ victim: PlaceID) throws(Stop) {
        let isDirectory = self[victim].kind == .directory
        throw .refused(
            isDirectory
                ? Refusal(.isADirectory, .EISDIR, at: victim)
                : Refusal(.notADirectory, .ENOTDIR, at: victim)
        )
    }

    private func refuseDots(
        _ last: LastName,
        _ directory: PlaceID,
        asDirectory: Bool
    ) throws(Stop) {
        let error: Errno
        switch (last.kind, asDirectory) {
        case (.name, _): return
        case (_, false): error = .EISDIR
        case (.dot, true): error = .EINVAL
        case (.dotDot, true): error = .ENOTEMPTY
        case (.root, true): error = .EBUSY
        }
        throw .refused(Refusal(.lastIsDots, error, at: directory))
    }

    /// - Parameter error: The error for a directory that is not empty.
    func wantEmpty(_ directory: PlaceID, _ error: Errno = .ENOTEMPTY) throws(Stop) {
        switch details[Int(directory.index)].emptiness {
        case .unread: throw .lacks(.emptiness(of: directory))
        case .unknown(let cause): throw .unknown(Unknown(cause, at: directory))
        case .known(true): return
        case .known(false): throw .refused(Refusal(.notEmpty, error, at: directory))
        }
    }
}
