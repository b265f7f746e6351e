/// A directory that is held open, and its facts.
package struct NamedDirectory: Sendable {
    /// The path for messages.
    package let path: String
    package let facts: FileFacts
    private let place: StartingDirectory
    private let mount: UInt64

    init(_ place: StartingDirectory, _ path: String) throws(SystemError) {
        self.place = place
        self.path = path
        facts = try place.facts(at: path)
        mount = try place.mount(at: path)
    }

    /// Returns the directory as a ``ServedPlace``, or nil if it is none.
    package func servedPlace() throws(SystemError) -> ServedPlace? {
        try place.servedPlace(at: path)
    }

    func isSamePlace(as other: Self) -> Bool {
        facts.isSameFile(as: other.facts) && mount == other.mount
    }
}

/// A symbolic link, its facts and its directory.
package struct NamedLink: Sendable {
    /// The path for messages.
    package let path: String
    package let facts: FileFacts
    package let directory: NamedDirectory
}

extension RegularFile.Contents {
    /// Returns the directories above those that name the file, up to the root. A user who can write in one of them can
    /// replace the directory below it.
    ///
    /// They are reached from the directories that are held open, even if their names lead elsewhere by now.
    ///
    /// - Throws: ``SystemError`` if one cannot be looked at, for example if the one below may not be searched.
    package func ancestors() throws(SystemError) -> [NamedDirectory] {
        var found: [NamedDirectory] = []
        for directory in directories {
            var directory = directory
            while let above = try directory.parent() {
                // If this place was found before, so were all above it.
                if found.contains(where: above.isSamePlace) { break }
                found.append(above)
                directory = above
            }
        }
        return found.filter { one in !directories.contains(where: one.isSamePlace) }
    }
}

extension NamedDirectory {
    /// - Returns: nil for the root.
    func parent() throws(SystemError) -> NamedDirectory? {
        let above: StartingDirectory
        do throws(SystemError) {
            above = try place.parent()
        } catch {
            throw SystemError(error.call, "\(path)/..", code: error.code)
        }
        let path = try above.path()
        let directory = try NamedDirectory(above, path.isEmpty ? "/" : path)
        return directory.isSamePlace(as: self) ? nil : directory
    }
}
