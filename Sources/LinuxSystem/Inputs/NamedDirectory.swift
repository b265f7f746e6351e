/// A directory that is held open, and what was found of it.
package struct NamedDirectory: Sendable {
    /// As messages name it.
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

    /// The directory, if another machine or process serves it.
    package func servedPlace() throws(SystemError) -> ServedPlace? {
        try place.servedPlace(at: path)
    }

    func isSamePlace(as other: Self) -> Bool {
        facts.isSameFile(as: other.facts) && mount == other.mount
    }
}

/// A symbolic link, and what was found of it and of its directory.
package struct NamedLink: Sendable {
    /// As messages name it.
    package let path: String
    package let facts: FileFacts
    package let directory: NamedDirectory
}

extension RegularFile.Contents {
    /// The directories above those that name the file, up to the root: who can write one can put another
    /// directory in the place of the one below.
    ///
    /// They are reached from those that are held open, whatever their names have come to mean.
    ///
    /// - Throws: ``SystemError`` where one cannot be looked at, as where the one below may not be searched.
    package func ancestors() throws(SystemError) -> [NamedDirectory] {
        var found: [NamedDirectory] = []
        for directory in directories {
            var directory = directory
            while let above = try directory.parent() {
                // What is above a place that was met was met too.
                if found.contains(where: above.isSamePlace) { break }
                found.append(above)
                directory = above
            }
        }
        return found.filter { one in !directories.contains(where: one.isSamePlace) }
    }
}

extension NamedDirectory {
    /// - Returns: nil of the root.
    fileprivate func parent() throws(SystemError) -> NamedDirectory? {
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
