import AccessModel
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

// Users and groups. Who is told without a number gets one that nobody has.
extension FactReader {
    func readAccounts(_ fields: Fields) {
        facts.groups = ["root": 0]
        facts.users = ["root": SubjectAccount(user: 0, groups: [0])]
        readGroups(fields)
        each(in: fields, "users") { entry throws(Diagnostic) in
            guard case .mapping = entry.value.kind else { return try readUser(entry) }
            try readNumberedUser(entry)
        }
    }

    /// A list of names, or for each its number, or `missing`.
    private func readGroups(_ fields: Fields) {
        guard let node = fields["groups"], !node.isForgotten else { return }
        guard case .sequence = node.kind else {
            return each(in: fields, "groups") { entry throws(Diagnostic) in
                let name = entry.key.value
                if entry.value.word == "missing" {
                    facts.missingGroups.insert(name)
                } else {
                    facts.groups[name] = try Self.id(entry.value, of: name)
                }
            }
        }
        for name in problems.keep(try node.words(of: "groups")) ?? [] { declare(group: name.value) }
    }

    /// `www-data: [www-data, ssl-cert]`, the primary one first; or `missing`.
    private func readUser(_ entry: Node.Entry) throws(Diagnostic) {
        let name = entry.key.value
        if entry.value.word == "missing" {
            facts.users[name] = .some(nil)
            return
        }
        let groups = try entry.value.words(of: name)
        try declare(name, name == "root" ? 0 : newID(), groups, at: entry.value.location)
    }

    private func readNumberedUser(_ entry: Node.Entry) throws(Diagnostic) {
        let owner = "the user \(entry.key.value.quoted)"
        let help = "write `{ uid: …, groups: [ … ] }`"
        let fields = try Fields(entry.value, of: owner, help: help)
        fields.reportUnknown(except: ["uid", "groups"], to: problems)
        guard let number = fields["uid"], let groups = fields["groups"] else {
            let place = entry.key
            throw .invalidFact(place, "needs both `uid` and `groups`", help: help)
        }
        let id = try Self.id(number, of: "uid")
        try declare(
            entry.key.value,
            id,
            try groups.words(of: "groups"),
            at: groups.location
        )
    }

    private func declare(
        _ name: String,
        _ id: UInt32,
        _ groups: [Located<String>],
        at place: SourceLocation
    ) throws(Diagnostic) {
        guard !groups.isEmpty else {
            let text = Located(name, at: place)
            throw .invalidFact(text, "has no group", help: "name the primary one first")
        }
        let ids = groups.map { known(group: $0.value) ?? declare(group: $0.value) }
        facts.users[name] = SubjectAccount(user: id, groups: ids)
    }

    @discardableResult
    private func declare(group name: String) -> UInt32 {
        if let known = facts.groups[name] { return known }
        let id = newID()
        facts.groups[name] = id
        return id
    }

    static func id(_ node: Node, of key: String) throws(Diagnostic) -> UInt32 {
        let text = try node.text(of: key)
        guard let id = number(text.value) else {
            let help = "write a number up to 4294967294"
            throw .invalidFact(text, "is not the number of a user or group", help: help)
        }
        return id
    }

    static func number(_ text: String) -> UInt32? {
        guard text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return UInt32(text).flatMap { $0 == .max ? nil : $0 }
    }
}

extension FactReader {
    /// By its name or number.
    func known(user name: String) -> UInt32? {
        (facts.users[name] ?? nil)?.user ?? Self.number(name)
    }

    func user(_ text: Located<String>) throws(Diagnostic) -> UInt32 {
        if let known = known(user: text.value) { return known }
        throw .untold("user", text, among: facts.users.filter { $0.value != nil }.map(\.key))
    }

    private func known(group name: String) -> UInt32? {
        facts.groups[name] ?? Self.number(name)
    }

    func group(_ text: Located<String>) throws(Diagnostic) -> UInt32 {
        if let known = known(group: text.value) { return known }
        throw .untold("group", text, among: Array(facts.groups.keys))
    }
}

extension Diagnostic {
    fileprivate static func untold(
        _ kind: String,
        _ name: Located<String>,
        among known: [String]
    ) -> Self {
        let likely = nearest(to: name.value, among: known.sorted())
        return Self(
            "invalid-fact",
            at: name.location,
            "the \(kind) \(name.value.quoted) is not among `\(kind)s`",
            help: likely.map { "did you mean \($0.quoted)?" } ?? "name it there"
        )
    }
}
