import CLinux
import Glibc
package import Kernel

/// Reads a file that another user might have put there. The open does not block on a pipe, and only a regular file is
/// read.
package enum RegularFile {
    /// The reason why a file cannot be read as text.
    package enum Problem: Error, Hashable, Sendable {
        case system(SystemError)
        case notRegular(FileKind?)
        case tooLarge
        /// The file is on a file system that the caller refuses.
        case served(ServedPlace)
    }

    /// The bytes of a file, and the facts that show which users can write it, all read from one open descriptor.
    package struct Contents: Sendable {
        package let bytes: [UInt8]
        package let facts: FileFacts
        /// The directories that name the file: that in the path, those of the links on the way, the file's own.
        package let directories: [NamedDirectory]
        /// The symbolic links on the way.
        package let links: [NamedLink]
        /// The directory in the path, from which this very file was opened.
        package let directory: StartingDirectory
        /// Whether the file itself is in a ``ServedPlace``; false if the caller ignores that.
        package let isServed: Bool
    }

    /// The treatment of a file in a ``ServedPlace``.
    package enum Served: Sendable {
        case ignored
        /// The file is read, and ``Contents/isServed`` is true.
        case noted
        /// The file is not read. If its directory is such a place, it is not even opened.
        case refused
    }

    /// - Parameters:
    ///   - start: The directory from which a relative path starts.
    ///   - limit: The maximum number of bytes.
    ///   - served: The treatment of a file in a ``ServedPlace``.
    package static func contents(
        at path: String,
        from start: StartingDirectory = .working,
        limit: Int,
        served: Served = .ignored
    ) throws(Problem) -> Contents {
        let found: Result<Contents, Problem>
        do throws(SystemError) {
            found = try self.found(at: path, from: start, limit: limit, served)
        } catch {
            throw error.code == EFBIG ? .tooLarge : .system(error)
        }
        return try found.get()
    }

    private static func found(
        at path: String,
        from start: StartingDirectory,
        limit: Int,
        _ served: Served
    ) throws(SystemError) -> Result<Contents, Problem> {
        try FileCalls.refuseNUL(path, "open(2)")
        let (parent, name) = split(path)
        let directory = try start.directory(parent)
        if served == .refused, let place = try directory.servedPlace(at: start.name(of: parent)) {
            return .failure(.served(place))
        }
        // The path could lead to a server by the time of a second walk.
        let found = try FileCalls.openPlace(name, in: directory.number, follow: true)
        let place = served == .ignored ? nil : try ServedPlace(found, start.name(of: path))
        if served == .refused, let place { return .failure(.served(place)) }
        // Some devices act when they are opened: a watchdog starts, a tape rewinds.
        // What is read must have been safe before.
        let facts = try FileCalls.facts(of: found, at: path)
        guard facts.kind == .regular else { return .failure(.notRegular(facts.kind)) }
        let opened = try FileCalls.reopenReading(found, at: path)
        let head = opened.head
        let file = opened.release()
        let links = try links(path, from: start)
        return .success(
            Contents(
                bytes: try SmallFile.bytes(of: file, after: head, at: path, limit: limit),
                facts: facts,
                directories: try directories(of: file, path, in: directory, from: start, links),
                links: links,
                directory: directory,
                isServed: place != nil
            )
        )
    }

    private static func directories(
        of file: borrowing Descriptor,
        _ path: String,
        in directory: StartingDirectory,
        from start: StartingDirectory,
        _ links: [NamedLink]
    ) throws(SystemError) -> [NamedDirectory] {
        let link = "/proc/self/fd/\(file.number)"
        let place = try FileCalls.openOwnProc(link, follow: false)
        let own = split(try FileCalls.target(of: place, at: link)).parent
        var all = links.map(\.directory)
        if own.isAbsolutePath { all.append(try named(own, from: start)) }
        var found = [try NamedDirectory(directory, start.name(of: split(path).parent))]
        // A relative path and the kernel's path of the same place are one directory.
        for directory in all where !found.contains(where: directory.isSamePlace) {
            found.append(directory)
        }
        return found
    }

    /// Returns the symbolic links on the way, named by paths from `start`.
    private static func links(
        _ path: String,
        from start: StartingDirectory
    ) throws(SystemError) -> [NamedLink] {
        let here = path.isAbsolutePath ? "" : try start.path() + "/"
        return try PathLinks(here + path).links.map { (link) throws(SystemError) in
            let isBelow = !here.isEmpty && link.path.utf8.starts(with: here.utf8)
            let rest = isBelow ? link.path.utf8.dropFirst(here.utf8.count) : link.path.utf8[...]
            let path = String(decoding: rest, as: UTF8.self)
            let directory = try named(split(path).parent, from: start)
            return NamedLink(path: start.name(of: path), facts: link.facts, directory: directory)
        }
    }

    private static func named(
        _ path: String,
        from start: StartingDirectory
    ) throws(SystemError) -> NamedDirectory {
        try NamedDirectory(start.directory(path), start.name(of: path))
    }

    /// Returns a path's directory and its last name. After a final slash, which only a directory allows, the name is
    /// `.`.
    private static func split(_ path: String) -> (parent: String, name: String) {
        // The empty path leads nowhere. The kernel reports that.
        guard !path.isEmpty else { return ("", ".") }
        guard let slash = path.lastSlash else { return (".", path) }
        let name = path[path.utf8.index(after: slash)...]
        let parent = slash == path.startIndex ? "/" : String(path[..<slash])
        return (parent, name.isEmpty ? "." : String(name))
    }
}
