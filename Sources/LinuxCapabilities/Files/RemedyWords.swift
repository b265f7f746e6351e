import AccessModel
import Kernel
import Procedures
import Text

/// Describes how to make the changes of a remedy, and their other effects.
struct RemedyWords {
    private let words: FileWords
    private let files: any FileFactSource
    /// True if the subject is a process, which keeps its groups until it is restarted.
    private let isRunning: Bool
    /// True if the subject has the users and groups of this process.
    private let hasOurAccounts: Bool

    init(_ words: FileWords, of files: any FileFactSource, isRunning: Bool) {
        self.words = words
        self.files = files
        self.isRunning = isRunning
        hasOurAccounts = files.sharesOurRoot
    }

    /// Returns the remedy; nil if a change cannot be made from here, or if no text can name its object, because its path
    /// is not UTF-8.
    func remedy(_ proven: ProvenRemedy) -> Remedy? {
        let groups = proven.changes.compactMap(\.group)
        var steps: [Remedy] = []
        for change in proven.changes where change.group == nil {
            guard let step = step(change) else { return nil }
            steps.append(step)
        }
        if !groups.isEmpty { steps.append(membership(of: groups)) }
        guard !steps.contains(where: { $0.change.unicodeScalars.contains("\u{FFFD}") }) else {
            return nil
        }
        return steps.dropFirst().reduce(steps[0]) { $0.followed(by: $1) }
    }

    /// Returns the remedy for joining groups. usermod(8) needs accounts with names; a unit also accepts numbers.
    private func membership(of groups: [UInt32]) -> Remedy {
        let known = hasOurAccounts ? groups.compactMap { words.names.knownGroup($0) } : []
        let all = known.count == groups.count ? known : groups.map { "\($0)" }
        let unit = "SupplementaryGroups=" + all.joined(separator: " ")
        let members = groups.map(words.names.groupPhrase).joined(separator: " and ")
        let reach =
            "grants everything that \(members) may do"
            + (isRunning
                ? "; in effect after the process is restarted" : "; restart what runs already")
        guard let user = words.names.knownUser(words.subject.user), known.count == groups.count
        else {
            let inside = groups.compactMap { words.subject.namespace.groups.inside(of: $0) }
            let options = inside.map { "--group-add=\($0)" }.joined(separator: " ")
            let container = hasOurAccounts ? "" : "in its unit, or \(options) on its container; "
            return Remedy(unit, note: container + reach)
        }
        let list = known.joined(separator: ",").shellWord
        return Remedy(
            "usermod --append --groups \(list) \(user.shellWord)",
            note: "or \(unit) in the unit; \(reach)"
        )
    }

    /// Returns how to make one change, and its other effects; nil if it cannot be made from here.
    private func step(_ change: Change) -> Remedy? {
        switch change {
        case .join: return nil
        case .become(let user):
            let reach = "grants everything that \(words.names.userPhrase(user)) may do"
            guard hasOurAccounts else {
                let inside = words.subject.namespace.users.inside(of: user)
                let container = inside.map { ", or --user=\($0) on its container" } ?? ""
                return Remedy("User=\(user)", note: "in its unit\(container); \(reach)")
            }
            let name = words.names.knownUser(user)
            let sudo = name.map { ", or sudo -u \($0.shellWord)" } ?? ""
            return Remedy("User=\(name ?? "\(user)")", note: "in the unit\(sudo); \(reach)")
        case .owner(let id):
            // The new owner is for the link itself.
            let option = words.tree[id].kind == .symbolicLink ? "--no-dereference " : ""
            return command(
                "chown \(option)\(owner.shellWord)",
                on: id,
                note: "the new owner may also change its mode"
            )
        case .listEntry(let id, let permissions):
            let lasts = words.tree[id].kind == .directory ? "" : ", until the file is replaced"
            let reach =
                words.tree.isMaskRaised(on: id, forEntryOf: words.subject.user)
                ? "the new mask of \(words.tree.path(of: id).shellWord) also restores rights of other entries"
                : "only \(permissions.these), for this user\(lasts)"
            return entry(permissions, on: id, note: reach + removing(in: id, permissions))
        case .restrictingEntry(let id, let permissions, let taken):
            // Others may use the file, and newuidmap(1) makes the user one of them.
            let others = words.tree[id].mode & UInt16(taken.rawValue) != 0
            let left = others ? "; its subordinate ids keep it (subuid(5))" : ""
            let note = "\(taking(taken, on: id)) from this user\(left)"
            return entry(permissions, on: id, note: note)
        case .mode(let id, let modeClass, let permissions):
            let isNew = words.tree[id].mode & 0o007 == 0
            let reach =
                switch modeClass {
                case .owner: "only the owner"
                case .group: group(of: id) + removing(in: id, permissions)
                case .others:
                    (isNew ? "every user; at present, others have no access" : "every user")
                        + removing(in: id, permissions)
                }
            let bits = "\(modeClass.letter)+\(permissions.letters)"
            return command("chmod \(bits)", on: id, note: reach)
        case .modeWithout(let id, let modeClass, let taken):
            let losing = modeClass == .others ? "every other user" : group(of: id)
            return command(
                "chmod \(modeClass.letter)-\(taken.letters)",
                on: id,
                note: "\(taking(taken, on: id)) from \(losing)"
            )
        case .notImmutable(let id):
            return command("chattr -i", on: id, note: "every user who has the permission")
        case .notAppendOnly(let id):
            return command("chattr -a", on: id, note: "every user who has the permission")
        case .mount(let id, let flags):
            guard let point = files.changeableMountPoint(of: id) else { return nil }
            return Remedy(
                "mount -o remount,\(flags.opposites) \(point.shellWord)",
                note: flags.contains(.superblockReadOnly)
                    ? "for all on that file system, if it can be written at all"
                    : "for all on that mount"
            )
        case .capability(let capability): return CapabilityRemedy(capability).remedy
        }
    }

    /// Returns the remedy that sets the subject's entry of an access list.
    private func entry(_ permissions: Permissions, on id: PlaceID, note: String) -> Remedy? {
        let letters = permissions.isEmpty ? "---" : permissions.letters
        let isKept = words.tree.mount(of: id).layers?.isUpperSeen ?? true
        return command(
            "setfacl --modify user:\(listUser):\(letters)",
            on: id,
            note: isKept
                ? note : "\(note); works if the upper layer of its overlay has access lists"
        )
    }

    /// The user for chown(1), which accepts a number if there is no name.
    private var owner: String {
        words.names.knownUser(words.subject.user) ?? "\(words.subject.user)"
    }

    /// The user for setfacl(1): the number, if setfacl would misread the name, for example a name of digits.
    private var listUser: String {
        let name = words.names.knownUser(words.subject.user) ?? ""
        let isPlain = name.first?.isLetter == true && name.shellWord == name
        return isPlain ? name : "\(words.subject.user)"
    }

    /// Returns the warning that writing in a directory includes its files, if the directory is not sticky.
    private func removing(in id: PlaceID, _ permissions: Permissions) -> String {
        let place = words.tree[id]
        let isOpen = place.kind == .directory && place.mode & 0o1000 == 0
        return isOpen && permissions.contains(.write)
            ? "; then also the files in it can be deleted and renamed" : ""
    }

    private func group(of id: PlaceID) -> String {
        words.tree.list(of: id) == nil
            ? "the whole group" : "all entries of its access list, by the mask"
    }

    /// Returns what the loss of a permission takes away.
    private func taking(_ taken: Permissions, on id: PlaceID) -> String {
        guard words.tree[id].kind == .directory else { return "takes only \(taken.these)" }
        return switch taken {
        case .write: "takes every creation, deletion and renaming in it"
        case .execute: "takes everything below it"
        default: "takes the list of its files"
        }
    }

    /// Returns the remedy by a command whose last argument is the file.
    private func command(_ start: String, on id: PlaceID, note: String) -> Remedy? {
        files.changeablePath(of: id).map { Remedy("\(start) \($0.shellWord)", note: note) }
    }
}

extension Remedy {
    static let conjunction = " and "

    /// Returns a single remedy of both. Only commands can be written as one command.
    func followed(by next: Remedy) -> Remedy {
        let areCommands = change.isCommand && next.change.isCommand
        // Each clause once. A clause that another continues is part of it.
        let clauses = [note, next.note].flatMap { $0.split(separator: "; ").map(String.init) }
        let notes = clauses.enumerated().filter { index, clause in
            !clauses[..<index].contains(clause)
                && !clauses.contains { $0 != clause && $0.hasPrefix("\(clause), ") }
        }.map(\.element)
        return Remedy(
            change + (areCommands ? " && " : Self.conjunction) + next.change,
            note: notes.joined(separator: "; ")
        )
    }
}

extension String {
    /// True for a command, false for a line of a unit.
    fileprivate var isCommand: Bool {
        first?.isLowercase == true
    }
}

extension Change {
    /// The group that the subject joins.
    var group: UInt32? {
        if case .join(let group) = self { group } else { nil }
    }
}

extension Permissions {
    fileprivate var these: String { rawValue.nonzeroBitCount == 1 ? "this right" : "these rights" }

    /// The letters that chmod(1) and setfacl(1) take, for example `rx`.
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

extension MountFlags {
    /// The mount(8) options that revoke these flags.
    ///
    /// Without `bind`, all options of the mount also apply to the file system: `remount,exec` of a read-only bind mount
    /// makes the file system read-only everywhere.
    fileprivate var opposites: String {
        let all: [(MountFlags, String)] = [
            (.readOnly, "rw"), (.noExec, "exec"), (.noDev, "dev"), (.noSymlinkFollow, "symfollow"),
        ]
        let options = all.filter { contains($0.0) }.map(\.1)
        let scope = contains(.superblockReadOnly) ? [] : ["bind"]
        return (scope + options).joined(separator: ",")
    }
}
