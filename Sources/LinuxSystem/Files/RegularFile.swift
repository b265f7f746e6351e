import CLinux
import Glibc

/// Opening a file that others might have put there: never waits, never follows into a device.
package enum RegularFile {
    /// What keeps a file from being read as text.
    package enum Problem: Error, Hashable, Sendable {
        case system(SystemError)
        case notRegular(FileFacts.Kind)
        case tooLarge
    }

    /// A file's bytes, and who could have written them, all judged on one open descriptor.
    package struct Contents: Sendable {
        package let bytes: [UInt8]
        package let facts: FileFacts
        /// The directories that name the file: the one in the path, those of the links on the way, its own.
        package let directories: [(path: String, facts: FileFacts)]
    }

    /// - Parameter limit: The most bytes to read.
    package static func contents(at path: String, limit: Int) throws(Problem) -> Contents {
        try system { () throws(SystemError) in try FileCalls.refuseNUL(path, "open(2)") }
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        // SAFETY: `path` lives until the call returns, and the kernel only reads it.
        let number = unsafe clinux_openat2(AT_FDCWD, path, UInt64(flags), 0)
        guard number >= 0 else { throw .system(SystemError("open(2)", path, code: errno)) }
        let file = Descriptor(owning: number)
        let facts = try system { () throws(SystemError) in try FileCalls.facts(of: file, at: path) }
        guard facts.kind == .regular else { throw .notRegular(facts.kind) }
        do throws(SystemError) {
            let bytes = try SmallFile.bytes(of: file, at: path, limit: limit)
            return Contents(
                bytes: bytes,
                facts: facts,
                directories: try directories(of: file, path)
            )
        } catch {
            if error.code == EFBIG { throw .tooLarge }
            throw .system(error)
        }
    }

    private static func directories(
        of file: borrowing Descriptor,
        _ path: String
    ) throws(SystemError) -> [(path: String, facts: FileFacts)] {
        let link = "/proc/self/fd/\(file.number)"
        let place = try FileCalls.openPlace(link, follow: false)
        var paths = [parent(of: path)]
        let own = parent(of: try FileCalls.target(of: place, at: link))
        paths += linkFolders(path)
        if own != paths[0], own.hasPrefix("/") { paths.append(own) }
        var found: [(path: String, facts: FileFacts)] = []
        for path in paths {
            let directory = try FileCalls.openPlace(path, follow: true)
            let facts = try FileCalls.facts(of: directory, at: path)
            // A relative path and the kernel's name for the same place are one directory.
            if found.contains(where: { $0.facts.isSameFile(as: facts) }) { continue }
            found.append((path, facts))
        }
        return found
    }

    /// The directories of the symbolic links on the way: who can write one can lead it elsewhere.
    private static func linkFolders(_ path: String) -> [String] {
        let here = "/proc/self/cwd/"
        let walk = PathWalk(path.hasPrefix("/") ? path : here + path, follow: true)
        return walk.steps.filter { $0.target != nil && !here.hasPrefix($0.path) }.map { step in
            let folder = parent(of: step.path)
            return folder.hasPrefix(here) ? String(folder.dropFirst(here.utf8.count)) : folder
        }
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func system<Value>(
        _ body: () throws(SystemError) -> Value
    ) throws(Problem) -> Value {
        do { return try body() } catch { throw .system(error) }
    }
}
