import Kernel
import LinuxSystem

/// The names of those users and groups that have one. Evidence must not fail because a name is missing.
package struct IDNames: Hashable, Sendable {
    private var users: [UInt32: String]
    private var groups: [UInt32: String]
    /// Phrases for users that replace their names.
    private var phrases: [UInt32: String] = [:]

    package init(users: [UInt32: String] = [:], groups: [UInt32: String] = [:]) {
        self.users = users
        self.groups = groups
    }

    /// Returns the names from the name service, which can block.
    static func live(users: Set<UInt32>, groups: Set<UInt32>) -> IDNames {
        var names = IDNames()
        for uid in users { names.learn(user: uid) }
        for gid in groups { names.learn(group: gid) }
        return names
    }

    /// Returns the names of these users and groups alone.
    func only(users kept: Set<UInt32>, groups keptGroups: Set<UInt32>) -> IDNames {
        IDNames(
            users: users.filter { kept.contains($0.key) },
            groups: groups.filter { keptGroups.contains($0.key) }
        )
    }

    /// Uses a phrase for a user in place of its name.
    mutating func call(user uid: UInt32, _ phrase: String) { phrases[uid] = phrase }

    mutating func learn(user uid: UInt32) {
        users[uid] = (try? Accounts.user(numbered: uid))?.name
    }

    mutating func learn(group gid: UInt32) { groups[gid] = try? Accounts.groupName(gid) }

    func user(_ uid: UInt32) -> String {
        phrases[uid] ?? users[uid]
            ?? (uid == foreignID ? "a user of another user namespace" : "uid \(uid)")
    }

    func group(_ gid: UInt32) -> String {
        groups[gid] ?? (gid == foreignID ? "a group of another user namespace" : "gid \(gid)")
    }

    /// The user in a sentence: ``user `www-data` ``, `uid 33`.
    func userPhrase(_ uid: UInt32) -> String {
        guard phrases[uid] == nil, let name = users[uid] else { return user(uid) }
        return "user `\(name)`"
    }

    /// The group in a sentence: ``group `shadow` ``, `gid 42`.
    func groupPhrase(_ gid: UInt32) -> String { groups[gid].map { "group `\($0)`" } ?? group(gid) }

    /// Returns the name; nil if there is none.
    func knownUser(_ uid: UInt32) -> String? { users[uid] }

    package func knownGroup(_ gid: UInt32) -> String? { groups[gid] }

    /// Returns owners as ls(1) lists them: `root:shadow`.
    func owners(_ uid: UInt32, _ gid: UInt32) -> String {
        "\(users[uid] ?? Self.number(uid)):\(groups[gid] ?? Self.number(gid))"
    }

    /// Returns the id as text. An invalid id, or one that our user namespace does not map, has no number here.
    private static func number(_ id: UInt32) -> String { id >= foreignID ? "?" : "\(id)" }
}
