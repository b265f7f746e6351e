import Glibc

/// A directory that relative paths start from, held open, so that it stays the same one.
package struct StartingDirectory: Sendable {
    /// The working directory.
    package static let working = StartingDirectory(prefix: "", descriptor: nil)

    /// What messages put before a relative path.
    private let prefix: String
    /// Nil for the working directory.
    private let descriptor: SharedDescriptor?

    /// For the calls that take a directory; valid as long as this lives.
    var number: Int32 { descriptor?.descriptor.number ?? AT_FDCWD }

    /// A directory below or beside this one.
    ///
    /// - Throws: ``SystemError`` as open(2) fails.
    func directory(_ path: String) throws(SystemError) -> StartingDirectory {
        let place = try FileCalls.openPlace(path, in: number, follow: true)
        let prefix = path == "." ? prefix : name(of: path.endsInSlash ? path : path + "/")
        return StartingDirectory(prefix: prefix, descriptor: SharedDescriptor(place))
    }

    /// What the kernel keeps of the directory; `path` names it in an error.
    func facts(at path: String) throws(SystemError) -> FileFacts {
        guard let descriptor else { throw SystemError("statx(2)", path, code: EBADF) }
        return try FileCalls.facts(of: descriptor.descriptor, at: path)
    }

    /// The directory above this one; of the root, that itself.
    func parent() throws(SystemError) -> StartingDirectory {
        let place = try FileCalls.openPlace("..", in: number, follow: false)
        return StartingDirectory(prefix: prefix + "../", descriptor: SharedDescriptor(place))
    }

    /// Which place in the tree this is: a directory can be mounted at several.
    func mount(at path: String) throws(SystemError) -> UInt64 {
        guard let descriptor else { throw SystemError("statx(2)", path, code: EBADF) }
        return try FileCalls.oldMountID(of: descriptor.descriptor, at: path)
    }

    /// The directory, if another machine or process serves it; `path` names it.
    func servedPlace(at path: String) throws(SystemError) -> ServedPlace? {
        guard let descriptor else { throw SystemError("statx(2)", path, code: EBADF) }
        return try ServedPlace(descriptor.descriptor, path)
    }

    /// A path that starts here, as messages name it: from the working directory on.
    package func name(of path: String) -> String { path.isAbsolutePath ? path : prefix + path }

    /// The absolute path at which the directory is now.
    func path() throws(SystemError) -> String {
        let link = descriptor == nil ? "/proc/self/cwd" : "/proc/self/fd/\(number)"
        let place = try FileCalls.openOwnProc(link, follow: false)
        let path = try FileCalls.target(of: place, at: link)
        return path == "/" ? "" : path
    }
}
