import Foundation
import TestSupport

/// A question about a scene, in the form of a command and in the form of a call.
struct RemedyQuestion {
    let user: Int
    let groups: [Int]
    /// The words after `warrant can`.
    let words: [String]
    /// Lines of bash(1) that succeed only if the call does.
    let deed: String

    init(in scene: inout RemedyScene, _ random: inout SplitMix) {
        user = random.pick([33, 4242])
        groups = [random.pick([33, 4242])] + random.some(of: RemedyScene.groups, percent: 10)
        let isSticky = random.chance(20)
        let path = random.pick(
            isSticky ? scene.stickyFiles : scene.files + scene.directories.dropFirst()
        )
        let new = scene.newPath(in: random.pick(Array(scene.directories.dropFirst())))
        let (action, deed) = isSticky ? Self.deletion : random.pick(Self.deeds)
        let object = action.hasPrefix("create") ? new : path
        let parts = action.split(separator: " ").map(String.init)
        let isNaming = action == "rename" || action == "link"
        words = [parts[0], object] + parts.dropFirst() + (isNaming ? [new] : [])
        self.deed = "P=\(object.hexQuoted) N=\(new.hexQuoted)\n\(deed)"
    }

    /// The list `u::rw-,u:7:r--,g::r--,m::r--,o::r--` in the form of linux/posix_acl_xattr.h.
    private static let list =
        "0x02000000" + "01000600ffffffff" + "0200040007000000" + "04000400ffffffff"
        + "10000400ffffffff" + "20000400ffffffff"

    private static let deletion = ("delete", #"unlink "$P" || rmdir "$P""#)

    private static let deeds = [
        ("read", #"exec 3<"$P""#),
        ("write", #"dd of="$P" conv=notrunc,nocreat count=0"#),
        ("append", #"dd of="$P" oflag=append conv=notrunc,nocreat count=0"#),
        ("open-truncate", #"dd of="$P" conv=nocreat count=0"#),
        ("execute", #""$P""#),
        ("search", #"cd "$P""#),
        ("list", #"ls -U "$P/""#),
        ("stat", #"stat -L "$P""#),
        ("create file", #"set -C; >"$P""#),
        ("create directory", #"mkdir "$P""#),
        ("create symlink", #"ln -s x "$P""#),
        ("create device", #"mknod "$P" c 1 3"#),
        deletion,
        ("rename", #"mv -fT "$P" "$N""#),
        ("link", #"link "$P" "$N""#),
        ("chmod 0700", #"chmod 0700 "$P""#),
        ("chown 4242", #"chown 4242 "$P""#),
        ("chgrp 8", #"chgrp 8 "$P""#),
        ("touch now", #"touch -c "$P""#),
        ("touch 1", #"touch -c -d @1 "$P""#),
        ("set-acl", #"setfattr -n system.posix_acl_access -v \#(list) "$P""#),
    ]

    /// Returns a command that asks the program, which writes its answer to a file.
    func asking(_ program: String, to output: String) -> String {
        let subject = "\(user):\(groups.map(String.init).joined(separator: ","))"
        let words = words.map(\.hexQuoted).joined(separator: " ")
        return "\(program) can --format json --as \(subject) -- \(words) >\(output) || [ $? -le 2 ]"
    }

    /// Returns a command that asks whether a policy that forbids it holds.
    func forbidding(_ program: String, to output: String) throws -> String {
        let subject = "\(user):\(groups.map(String.init).joined(separator: ","))"
        var question = [words[0]: words[1]]
        question["argument"] = words.dropFirst(2).first
        let encoded = String(decoding: try JSONEncoder().encode(question), as: UTF8.self)
        // A policy refuses invisible characters that are not escaped.
        let escaped = encoded.utf16.map { unit in
            unit < 0x80 ? String(UnicodeScalar(UInt8(unit))) : String(format: "\\u%04x", unit)
        }.joined()
        let policy = "warrant: 1\nname: p\nforbid:\n  - \(escaped)\n"
        return "printf %s \(policy.hexQuoted) | "
            + "\(program) check --format json --as \(subject) - >\(output) || [ $? -le 2 ]"
    }

    /// Returns a command that makes the call as the subject, after a change of the subject or the files.
    func doing(after change: String = ":") -> String {
        var groups = groups.dropFirst().map(String.init)
        var capabilities = ""
        let isGroup = change.contains(" && usermod ")
        let separator = isGroup ? " && " : " and "
        let end = change.range(of: separator, options: .backwards)
        // A remedy of two kinds: commands, and then a change of the subject.
        let commands = end.map { String(change[..<$0.lowerBound]) } ?? ":"
        var change = end.map { String(change[$0.upperBound...]) } ?? change
        if let added = change.memberships {
            groups += added
            change = ":"
        }
        if change.hasPrefix("AmbientCapabilities=CAP_") {
            let name = "+" + change.dropFirst("AmbientCapabilities=CAP_".count).lowercased()
            capabilities = "--inh-caps \(name) --ambient-caps \(name)"
            change = ":"
        }
        var user = "\(user)"
        if change.hasPrefix("User=") {
            user = String(change.dropFirst("User=".count))
            change = ":"
        }
        let list = groups.isEmpty ? "--clear-groups" : "--groups \(groups.joined(separator: ","))"
        return """
            \(commands) || exit 98
            \(change) || exit 99
            cd /
            exec setpriv --reuid \(user) --regid \(self.groups[0]) \(list) \(capabilities) \\
                bash -ec \(deed.hexQuoted)
            """
    }
}

extension String {
    /// The groups that a remedy adds to the subject; nil for another remedy.
    fileprivate var memberships: [String]? {
        let words = split(separator: " ").map(String.init)
        if words[0] == "usermod" { return words[3].split(separator: ",").map(String.init) }
        let unit = "SupplementaryGroups="
        guard hasPrefix(unit) else { return nil }
        return dropFirst(unit.count).split(separator: " ").map(String.init)
    }
}
