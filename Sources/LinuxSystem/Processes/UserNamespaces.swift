package import Kernel

/// User namespaces as proc(5) shows them, see user_namespaces(7).
package enum UserNamespaces {
    /// Returns the user namespace of this thread, in the ids that it shows.
    ///
    /// - Throws: ``SystemError`` if proc(5) does not show it.
    package static func own() throws(SystemError) -> UserNamespace {
        guard !(try NamespaceID.ownUsers().isInitialUsers) else { return .initial }
        return UserNamespace(
            users: try shown("/proc/thread-self/uid_map"),
            groups: try shown("/proc/thread-self/gid_map"),
            isSeenFromWithin: true,
            allowsSetgroups: allowsSetgroups(in: "/proc/thread-self")
        )
    }

    /// Whether setgroups(2) may be called in a user namespace; nil if proc(5) does not show it.
    ///
    /// - Parameter folder: The folder of a process or thread in it.
    static func allowsSetgroups(in folder: String) -> Bool? {
        guard let word = try? SmallFile.bytes(at: "\(folder)/setgroups") else { return nil }
        return word.starts(with: "allow".utf8)
    }

    /// Returns the ids that the user namespace of this thread maps, each mapped to itself.
    private static func shown(_ path: String) throws(SystemError) -> IDMap {
        let text = String(decoding: try SmallFile.bytes(at: path), as: UTF8.self)
        let ranges = IDMap(parsing: text)?.ranges ?? []
        return IDMap(
            ranges.map { IDMap.Range(inside: $0.inside, outside: $0.inside, count: $0.count) }
        )
    }

    /// Returns the id maps of user namespaces, each read from a process in it that this thread may trace.
    static func known(of namespaces: Set<NamespaceID>) -> [NamespaceID: UserNamespace] {
        var known: [NamespaceID: UserNamespace] = [:]
        guard !namespaces.isEmpty, let names = try? Directory.names(at: "/proc") else { return [:] }
        for pid in names.lazy.compactMap({ Int32($0) }) {
            if known.count == namespaces.count { break }
            guard let namespace = namespace(of: pid), namespaces.contains(namespace),
                known[namespace] == nil, let maps = maps(ofProcess: pid),
                // Otherwise, another process has the pid by now.
                self.namespace(of: pid) == namespace
            else { continue }
            known[namespace] = maps
        }
        return known
    }

    private static func namespace(of pid: Int32) -> NamespaceID? {
        let path = "/proc/\(pid)/ns/user"
        guard let place = try? FileCalls.openOwnProc(path, follow: true) else { return nil }
        return try? NamespaceID(of: place, at: path)
    }

    private static func maps(ofProcess pid: Int32) -> UserNamespace? {
        guard let users = map("/proc/\(pid)/uid_map"), let groups = map("/proc/\(pid)/gid_map")
        else { return nil }
        return UserNamespace(users: users, groups: groups)
    }

    private static func map(_ path: String) -> IDMap? {
        guard let text = try? SmallFile.bytes(at: path) else { return nil }
        return IDMap(parsing: String(decoding: text, as: UTF8.self))
    }
}
