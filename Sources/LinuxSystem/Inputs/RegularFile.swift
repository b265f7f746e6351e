import CLinux
import Glibc
package import Kernel

/// Opening a file that others might have put there: never waits, never follows into a device.
package enum RegularFile {
    /// What keeps a file from being read as text.
    package enum Problem: Error, Hashable, Sendable {
        case system(SystemError)
        case notRegular(FileKind?)
        case tooLarge
        /// It is on a file system that was to be refused.
        case served(ServedPlace)
    }

    /// A file's bytes, and who could have written them, all judged on one open descriptor.
    package struct Contents: Sendable {
        package let bytes: [UInt8]
        package let facts: FileFacts
        /// The directories that name the file: the one in the path, those of the links on the way, its own.
        package let directories: [NamedDirectory]
        /// The symbolic links on the way.
        package let links: [NamedLink]
        /// The directory in the path, from where this very file was opened.
        package let directory: StartingDirectory
        /// Whether the file itself is in a ``ServedPlace``; false if that was to be ignored.
        package let isServed: Bool
    }

    /// What becomes of a file in a ``ServedPlace``.
    package enum Served: Sendable {
        case ignored
        /// It is read, and ``Contents/isServed`` says so.
        case noted
        /// It is not read. If its directory is such a place, it is not even opened.
        case refused
    }

    /// - Parameters:
    ///   - start: Where a relative path starts.
    ///   - limit: The most bytes to read.
    ///   - served: What becomes of a file in a ``ServedPlace``.
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
        let file = try open(name, in: directory, at: path)
        let place = served == .ignored ? nil : try ServedPlace(file, start.name(of: path))
        if served == .refused, let place { return .failure(.served(place)) }
        let facts = try FileCalls.facts(of: file, at: path)
        // Nothing is read of what is no file.
        guard facts.kind == .regular else { return .failure(.notRegular(facts.kind)) }
        let links = try links(path, from: start)
        return .success(
            Contents(
                bytes: try SmallFile.bytes(of: file, at: path, limit: limit),
                facts: facts,
                directories: try directories(of: file, path, in: directory, from: start, links),
                links: links,
                directory: directory,
                isServed: place != nil
            )
        )
    }

    private static func open(
        _ name: String,
        in directory: StartingDirectory,
        at path: String
    ) throws(SystemError) -> Descriptor {
        // The path could lead to a server by the time of a second walk.
        let place = try FileCalls.openPlace(name, in: directory.number, follow: true)
        return try FileCalls.reopenUnseen(place, directory: false, at: path)
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
        // A relative path and the kernel's name for the same place are one directory.
        for directory in all where !found.contains(where: directory.isSamePlace) {
            found.append(directory)
        }
        return found
    }

    /// The symbolic links on the way, as a path from `start` names them.
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

    /// A path's directory, and its last name: `.` after a slash, which only a directory has.
    private static func split(_ path: String) -> (parent: String, name: String) {
        // Nothing is at the empty path, and the kernel is to say so.
        guard !path.isEmpty else { return ("", ".") }
        guard let slash = path.lastSlash else { return (".", path) }
        let name = path[path.utf8.index(after: slash)...]
        let parent = slash == path.startIndex ? "/" : String(path[..<slash])
        return (parent, name.isEmpty ? "." : String(name))
    }
}
