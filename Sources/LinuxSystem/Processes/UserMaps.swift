package import Kernel

/// Which ids of ours a user namespace maps, see user_namespaces(7).
package struct UserMaps: Hashable, Sendable {
    package let users: IDMap
    package let groups: IDMap

    package init(users: IDMap, groups: IDMap) {
        self.users = users
        self.groups = groups
    }

    /// The ids that the user namespace of this thread maps, each as it shows it; nil in the initial one.
    ///
    /// - Throws: ``SystemError`` where proc(5) does not show them.
    package static func own() throws(SystemError) -> UserMaps? {
        guard !(try NamespaceID.ownUsers().isInitialUsers) else { return nil }
        return UserMaps(
            users: try shown("/proc/thread-self/uid_map"),
            groups: try shown("/proc/thread-self/gid_map")
        )
    }

    /// Whether setgroups(2) may be called in a user namespace; nil where proc(5) does not show it.
    ///
    /// - Parameter folder: Of a process or thread that is in it.
    package static func allowsSetgroups(in folder: String) -> Bool? {
        guard let word = try? SmallFile.bytes(at: "\(folder)/setgroups") else { return nil }
        return word.starts(with: "allow".utf8)
    }

    private static func shown(_ path: String) throws(SystemError) -> IDMap {
        let text = String(decoding: try SmallFile.bytes(at: path), as: UTF8.self)
        let ranges = IDMap(parsing: text)?.ranges ?? []
        return IDMap(
            ranges.map {
                IDMap.Range(inside: $0.inside, outside: $0.inside, count: $0.count)
            }
        )
    }

    /// The maps of user namespaces, each read of a process that is in it and that we may trace.
    static func known(of namespaces: Set<NamespaceID>) -> [NamespaceID: UserMaps] {
        var known: [NamespaceID: UserMaps] = [:]
        guard !namespaces.isEmpty, let names = try? Directory.names(at: "/proc") else { return [:] }
        for pid in names.lazy.compactMap({ Int32($0) }) {
            if known.count == namespaces.count { break }
            guard let namespace = namespace(of: pid), namespaces.contains(namespace),
                known[namespace] == nil, let maps = UserMaps(ofProcess: pid),
                // Else another process has its number by now.
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

    private init?(ofProcess pid: Int32) {
        guard let users = Self.map("/proc/\(pid)/uid_map"),
            let groups = Self.map("/proc/\(pid)/gid_map")
        else { return nil }
        self.init(users: users, groups: groups)
    }

    private static func map(_ path: String) -> IDMap? {
        guard let text = try? SmallFile.bytes(at: path) else { return nil }
        return IDMap(parsing: String(decoding: text, as: UTF8.self))
    }
}
