import Kernel

/// The symbolic links on an absolute path, in the order in which the kernel follows them.
///
/// If the walk ends early, as at a directory that this thread may not search, only the links up to there are listed.
/// The kernel reports the reason when it opens the path.
package struct PathLinks {
    package struct Link: Sendable {
        /// The path of the link, with the links before it resolved: `/etc/ssl`.
        package let path: String
        package let facts: FileFacts
    }

    /// The kernel follows at most 40 links in one walk, see path_resolution(7).
    private static let limit = 40

    package private(set) var links: [Link] = []
    /// The remaining names, the next one last.
    private var pending: [Substring]
    /// The path of the directory that the walk has reached; empty for the root.
    private var directory = ""

    /// Walks an absolute path and looks at each name. It changes nothing.
    package init(_ path: String) {
        pending = Self.names(path)
        try? walk(path)
    }

    private static func names(_ path: String) -> [Substring] {
        path.pathNames.filter { $0 != "." }.reversed()
    }

    private mutating func walk(_ path: String) throws(SystemError) {
        try FileCalls.refuseNUL(path, "open(2)")
        var place = try FileCalls.openPlace("/", follow: true)
        while let name = pending.popLast() {
            let next = try FileCalls.openPlace(String(name), in: place.number, follow: false)
            let path = spelled(name)
            let facts = try FileCalls.facts(of: next, at: path)
            if facts.kind == .symbolicLink {
                links.append(Link(path: path, facts: facts))
                guard links.count <= Self.limit else { return }
                place = try through(next, at: path, name, from: place)
            } else {
                if facts.kind == .directory { directory = path == "/" ? "" : path }
                place = next
            }
        }
    }

    /// Follows a link: from the directory that contains it, or from the root.
    private mutating func through(
        _ link: borrowing Descriptor,
        at path: String,
        _ name: Substring,
        from place: consuming Descriptor
    ) throws(SystemError) -> Descriptor {
        guard try FileSystemCalls.type(of: link, at: path) != procMagic else {
            // A magic link of /proc may lead elsewhere, so its text must not be resolved here.
            let reached = try FileCalls.openPlace(String(name), in: place.number, follow: true)
            if try FileCalls.facts(of: reached, at: path).kind == .directory { directory = path }
            return reached
        }
        let target = try FileCalls.target(of: link, at: path)
        pending += Self.names(target)
        guard target.isAbsolutePath else { return place }
        directory = ""
        return try FileCalls.openPlace("/", follow: true)
    }

    private func spelled(_ name: Substring) -> String {
        guard name == ".." else { return "\(directory)/\(name)" }
        let above = directory.lastSlash.map { String(directory[..<$0]) } ?? ""
        return above.isEmpty ? "/" : above
    }
}

/// `PROC_SUPER_MAGIC`, statfs(2).
let procMagic: Int64 = 0x9FA0
