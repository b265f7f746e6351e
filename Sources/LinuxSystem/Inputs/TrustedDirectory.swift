import Kernel

/// A directory that no user besides root and this user could change, held open. The same holds for each directory above
/// it, and for each file that is read from it.
///
/// Below the directory no symbolic link is followed.
package struct TrustedDirectory: Sendable {
    /// The reason why a directory or a file in it is not read.
    package enum Problem: Error, Hashable, Sendable {
        case system(SystemError)
        /// Another user could write what is at this path.
        case writable(String)
        /// A symbolic link, or another object that is neither a regular file nor a directory.
        case special(String)
        /// A file or a directory with more content than its reader accepts.
        case tooLarge(String)
    }

    private let path: String
    private let place: StartingDirectory

    /// - Returns: nil if there is no such directory.
    package init?(at path: String) throws(Problem) {
        self.path = path
        do throws(SystemError) {
            place = try StartingDirectory.working.directory(path)
        } catch {
            if error.isAbsence { return nil }
            throw .system(error)
        }
        guard try !Self.isOfServer(place, path) else { throw .writable(path) }
        try Self.requireTrust(in: place, path)
        for link in PathLinks(path).links {
            guard !link.facts.isOfOthers else { throw .writable(link.path) }
            try Self.requireTrust(inParentOf: link.path)
        }
    }

    /// The server of a file system could show any owner.
    private static func isOfServer(
        _ place: StartingDirectory,
        _ path: String
    ) throws(Problem) -> Bool {
        try noting { () throws(SystemError) in try place.servedPlace(at: path) != nil }
    }

    private static func requireTrust(inParentOf link: String) throws(Problem) {
        let parent = String(link[..<(link.lastSlash ?? link.startIndex)])
        let path = parent.isEmpty ? "/" : parent
        try requireTrust(
            in: try noting { () throws(SystemError) in
                try StartingDirectory.working.directory(path)
            },
            path
        )
    }

    /// Judges a directory and all directories above it.
    private static func requireTrust(in place: StartingDirectory, _ path: String) throws(Problem) {
        var next: NamedDirectory? = try noting { () throws(SystemError) in
            try NamedDirectory(place, path)
        }
        while let directory = next {
            try requireTrust(directory.facts, directory.path)
            next = try noting { () throws(SystemError) in try directory.parent() }
        }
    }

    /// If a file has an access list, the group bits of its mode are the list's mask; see acl(5). In a sticky directory
    /// no other user can replace a file of root or the caller.
    private static func requireTrust(_ facts: FileFacts, _ path: String) throws(Problem) {
        let isSticky = facts.kind == .directory && facts.mode & 0o1000 != 0
        guard !facts.isOfOthers, facts.mode & 0o022 == 0 || isSticky else {
            throw .writable(path)
        }
    }

    private static func noting<Found>(
        _ body: () throws(SystemError) -> Found
    ) throws(Problem) -> Found {
        do throws(SystemError) { return try body() } catch { throw .system(error) }
    }
}

extension TrustedDirectory {
    /// Returns the names in a directory below this one, sorted; none if it does not exist.
    ///
    /// - Parameters:
    ///   - folder: Its path below this one; empty for this one.
    ///   - limit: The maximum number of names.
    package func names(in folder: String = "", atMost limit: Int) throws(Problem) -> [String] {
        guard let place = try open(folder.isEmpty ? "." : folder) else { return [] }
        let path = "\(self.path)/\(folder)"
        let names = try Self.noting { () throws(SystemError) in
            try Directory.names(in: place.descriptor, atMost: limit + 1, at: path)
        }
        guard names.count <= limit else { throw .tooLarge(path) }
        return names.map { String(decoding: $0, as: UTF8.self) }.sorted()
    }

    /// Returns the bytes of a regular file below the directory; nil if it does not exist.
    ///
    /// - Parameter limit: The maximum number of bytes.
    package func bytes(of file: String, limit: Int) throws(Problem) -> [UInt8]? {
        guard let place = try open(file) else { return nil }
        let path = "\(self.path)/\(file)"
        let kind = try Self.noting { () throws(SystemError) in
            try FileCalls.facts(of: place.descriptor, at: path).kind
        }
        guard kind == .regular else { throw .special(path) }
        do throws(SystemError) {
            let open = try FileCalls.reopenUnseen(place.descriptor, directory: false, at: path)
            return try SmallFile.bytes(of: open, at: path, limit: limit)
        } catch {
            throw error.errno == .EFBIG ? .tooLarge(path) : .system(error)
        }
    }

    /// Returns whether there is an object at a path below the directory. It may be writable to others: its presence is
    /// a fact of the directory.
    package func has(_ path: String) throws(Problem) -> Bool {
        let names = path.pathNames.map(String.init)
        guard let last = names.last else { return true }
        let above = names.dropLast().joined(separator: "/")
        let directory = try open(above)
        if directory == nil, !above.isEmpty { return false }
        do throws(SystemError) {
            let number = directory?.descriptor.number ?? place.number
            _ = try FileCalls.openPlace(last, in: number, follow: false)
            return true
        } catch {
            if error.isAbsence { return false }
            throw .system(error)
        }
    }

    /// Opens a place. Each name on the way is judged.
    ///
    /// - Returns: nil if it does not exist.
    private func open(_ path: String) throws(Problem) -> SharedDescriptor? {
        var found: SharedDescriptor?
        var reached = self.path
        for name in path.pathNames {
            if name != "." { reached += "/\(name)" }
            guard let next = try open(String(name), in: found, at: reached) else { return nil }
            found = next
        }
        return found
    }

    /// - Parameter directory: nil for this directory.
    private func open(
        _ name: String,
        in directory: SharedDescriptor?,
        at path: String
    ) throws(Problem) -> SharedDescriptor? {
        let number = directory?.descriptor.number ?? self.place.number
        let place: SharedDescriptor
        do throws(SystemError) {
            place = SharedDescriptor(try FileCalls.openPlace(name, in: number, follow: false))
        } catch {
            if error.isAbsence { return nil }
            throw .system(error)
        }
        let facts = try Self.noting { () throws(SystemError) in
            try FileCalls.facts(of: place.descriptor, at: path)
        }
        guard facts.kind != .symbolicLink else { throw .special(path) }
        try Self.requireTrust(facts, path)
        return place
    }
}

extension TrustedDirectory.Problem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .system(let error): "\(error)"
        case .writable(let path): "another user could write `\(path)`"
        case .special(let path): "`\(path)` is neither a regular file nor a directory"
        case .tooLarge(let path): "`\(path)` is too large"
        }
    }
}

extension SystemError {
    fileprivate var isAbsence: Bool { errno == .ENOENT || errno == .ENOTDIR }
}

extension FileFacts {
    /// Whether the owner is neither root nor the caller.
    package var isOfOthers: Bool { uid != 0 && uid != ProcessCalls.ownUser }
}
