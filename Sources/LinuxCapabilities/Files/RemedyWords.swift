import AccessModel
import Procedures

/// Says how to make the changes of a remedy, and what else they allow.
struct RemedyWords {
    let words: FileWords

    func remedy(_ proven: ProvenRemedy) -> Remedy {
        Remedy(
            proven.changes.map(command).joined(separator: " && "),
            note: proven.changes.last.map(note) ?? ""
        )
    }

    private func command(_ change: Change) -> String {
        let user = words.names.knownUser(words.subject.user)
        switch change {
        case .join(let group):
            let name = words.names.knownGroup(group)
            guard let user else { return "SupplementaryGroups=\(name ?? "\(group)")" }
            return "usermod --append --groups \(name ?? "\(group)") \(user.shellQuoted)"
        case .listEntry(let id, let permissions):
            let who = user ?? "\(words.subject.user)"
            return "setfacl --modify user:\(who):\(permissions.letters) \(path(id))"
        case .mode(let id, let modeClass, let permissions):
            return "chmod \(modeClass.letter)+\(permissions.letters) \(path(id))"
        case .notImmutable(let id): return "chattr -i \(path(id))"
        case .notAppendOnly(let id): return "chattr -a \(path(id))"
        case .mount(let id, let flags):
            let point = words.tree.mount(of: id).point
            return
                "mount -o remount,\(flags.opposites) \((point.isEmpty ? "/" : point).shellQuoted)"
        case .capability(let capability): return "AmbientCapabilities=\(capability)"
        }
    }

    /// What else it allows, and other ways to write it.
    private func note(_ change: Change) -> String {
        switch change {
        case .join(let group):
            let name = words.names.knownGroup(group) ?? "\(group)"
            let unit =
                words.names.knownUser(words.subject.user) == nil
                ? "" : "or SupplementaryGroups=\(name) in the unit; "
            return unit + "all that \(name) may"
        case .listEntry: return "nothing else, and nobody else"
        case .mode(_, .owner, _): return "only the owner"
        case .mode(_, .group, _): return "the whole group"
        case .mode(_, .others, _): return "everybody"
        case .notImmutable, .notAppendOnly: return "everybody who has the permission"
        case .mount: return "for all on that mount"
        case .capability(let capability):
            let name = capability.name.lowercased()
            return "\(Self.reach[capability] ?? "more than this"); "
                + "or setcap \(name)+ep on its program, --cap-add=\(capability.name.dropFirst(4)) on its container"
        }
    }

    private static let reach: [KernelCapability: String] = [
        .dacReadSearch: "lets it read every file",
        .dacOverride: "lets it read and write every file",
        .fowner: "lets it change modes and times of every file",
        .chown: "lets it give every file to anybody",
        .mknod: "lets it make every device",
    ]

    private func path(_ id: PlaceID) -> String { words.tree.path(of: id).shellQuoted }
}

extension Permissions {
    /// `rx`, as chmod(1) and setfacl(1) take them.
    fileprivate var letters: String { description.filter { $0 != "-" } }
}

extension ModeClass {
    fileprivate var letter: String {
        switch self {
        case .owner: "u"
        case .group: "g"
        case .others: "o"
        }
    }
}

extension Mount.Flags {
    /// The options that take these back, as mount(8) names them.
    fileprivate var opposites: String {
        let all: [(Mount.Flags, String)] = [
            (.readOnly, "rw"), (.noExec, "exec"), (.noDev, "dev"), (.noSymlinkFollow, "symfollow"),
        ]
        return all.filter { contains($0.0) }.map(\.1).joined(separator: ",")
    }
}

extension String {
    /// As a shell takes it for one word.
    fileprivate var shellQuoted: String {
        let isPlain = !isEmpty && utf8.allSatisfy { Self.plain.contains($0) }
        return isPlain ? self : "'" + split("'").joined(separator: "'\\''") + "'"
    }

    private func split(_ separator: Character) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }

    private static let plain = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:@%".utf8
    )
}
