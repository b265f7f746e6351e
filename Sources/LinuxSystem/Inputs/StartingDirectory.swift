import Glibc

/// A directory from which relative paths start. It is held open, so it stays the same directory.
package struct StartingDirectory: Sendable {
    /// The working directory.
    package static let working = StartingDirectory(prefix: "", descriptor: nil)

    /// The prefix of a relative path in messages.
    private let prefix: String
    /// Nil for the working directory.
    private let descriptor: SharedDescriptor?

    /// The descriptor for calls that take a directory, valid as long as this value lives.
    var number: Int32 { descriptor?.descriptor.number ?? AT_FDCWD }

    /// Returns the directory at a path that starts here.
    ///
    /// - Throws: ``SystemError`` as open(2) fails.
    func directory(_ path: String) throws(SystemError) -> StartingDirectory {
        let place = try FileCalls.openPlace(path, in: number, follow: true)
        let prefix = path == "." ? prefix : name(of: path.endsInSlash ? path : path + "/")
        return StartingDirectory(prefix: prefix, descriptor: SharedDescriptor(place))
    }

    /// Returns the facts of the directory. `path` names it in an error.
    func facts(at path: String) throws(SystemError) -> FileFacts {
        guard let descriptor else { throw SystemError("statx(2)", path, code: EBADF) }
        return try FileCalls.facts(of: descriptor.descriptor, at: path)
    }

    /// Returns the directory above this one. The root is its own parent.
    func parent() throws(SystemError) -> StartingDirectory {
        let place = try FileCalls.openPlace("..", in: number, follow: false)
        return StartingDirectory(prefix: prefix + "../", descriptor: SharedDescriptor(place))
    }

    /// Returns the id of the mount. It tells apart several places at which one directory is mounted.
    func mount(at path: String) throws(SystemError) -> UInt64 {
        guard let descriptor else { throw SystemError("statx(2)", path, code: EBADF) }
        return try FileCalls.oldMountID(of: descriptor.descriptor, at: path)
    }

    /// Returns the directory as a ``ServedPlace``, or nil if it is none. `path` names it.
    func servedPlace(at path: String) throws(SystemError) -> ServedPlace? {
        guard let descriptor else { throw SystemError("statx(2)", path, code: EBADF) }
        return try ServedPlace(descriptor.descriptor, path)
    }

    /// Returns a path that starts here as messages name it: as a path from the working directory.
    package func name(of path: String) -> String { path.isAbsolutePath ? path : prefix + path }

    /// Returns the current absolute path of the directory; empty for the root.
    func path() throws(SystemError) -> String {
        let link = descriptor == nil ? "/proc/self/cwd" : "/proc/self/fd/\(number)"
        let place = try FileCalls.openOwnProc(link, follow: false)
        let path = try FileCalls.target(of: place, at: link)
        return path == "/" ? "" : path
    }
}
