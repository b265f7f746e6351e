import LinuxCapabilities
import PolicyLanguage
import Text

/// Users and groups. A user without a number gets one that no other account has.
enum AccountCodec: FactCodec {
    static let keys = ["users", "groups"]

    static func schema(of key: String) -> SchemaValue {
        let missing: SchemaValue = ["enum": ["missing"]]
        let id: SchemaValue = ["type": ["integer", "string"]]
        if key == "groups" {
            let numbered: SchemaValue = ["anyOf": [missing, id]]
            return [
                "description": "a list of groups that no user is in, or the number of each group",
                "anyOf": [
                    FactSchema.texts, FactSchema.named(numbered, "the number of each group"),
                ],
            ]
        }
        let account = FactSchema.mapping(
            [("uid", id), ("groups", FactSchema.texts)])
        return FactSchema.named(
            ["anyOf": [missing, account, FactSchema.texts]],
            "the groups of each user, the primary one first, or missing"
        )
    }

    static func read(_ fields: Fields, into reader: FactReader) {
        reader.facts.groups = ["root": 0]
        reader.facts.users = ["root": SubjectAccount(user: 0, groups: [0])]
        readGroups(fields, into: reader)
        reader.each(in: fields, "users") { entry throws(Diagnostic) in
            guard case .mapping = entry.value.kind else {
                return try readUser(entry, into: reader)
            }
            try readNumberedUser(entry, into: reader)
        }
    }

    static func lines(by writer: FactWriter) -> [String] {
        let facts = writer.facts
        let users = writer.entries(facts.users.map { ($0, $1) }) { account in
            guard let account else { return "missing" }
            let groups = writer.list(account.groups.map(writer.group))
            return "{ uid: \(account.user), groups: \(groups) }"
        }
        let known = facts.groups.filter { $0.value != 0 }.map { (key: $0, value: "\($1)") }
        let missing = facts.missingGroups.map { (key: $0, value: "missing") }
        return writer.section("users", users)
            + writer.section("groups", writer.entries(known + missing) { $0 })
    }

    /// Reads a list of names, or a mapping from names to a number or `missing`.
    private static func readGroups(_ fields: Fields, into reader: FactReader) {
        guard let node = fields["groups"], !node.isForgotten else { return }
        guard case .sequence = node.kind else {
            return reader.each(in: fields, "groups") { entry throws(Diagnostic) in
                let name = entry.key.value
                if entry.value.word == "missing" {
                    reader.facts.missingGroups.insert(name)
                } else {
                    reader.facts.groups[name] = try id(entry.value, of: name)
                }
            }
        }
        for name in reader.problems.keep(try node.words(of: "groups")) ?? [] {
            declare(group: name.value, in: reader)
        }
    }

    /// Reads `www-data: [www-data, ssl-cert]`, with the primary group first, or `missing`.
    private static func readUser(
        _ entry: Node.Entry,
        into reader: FactReader
    ) throws(Diagnostic) {
        let name = entry.key.value
        if entry.value.word == "missing" {
            reader.facts.users[name] = .some(nil)
            return
        }
        let groups = try entry.value.words(of: name)
        let number = name == "root" ? 0 : reader.newID()
        try declare(name, number, groups, at: entry.value.location, in: reader)
    }

    private static func readNumberedUser(
        _ entry: Node.Entry,
        into reader: FactReader
    ) throws(Diagnostic) {
        let owner = "the user \(entry.key.value.quoted)"
        let help = "write `{ uid: …, groups: [ … ] }`"
        let fields = try Fields(entry.value, of: owner, help: help)
        fields.reportUnknown(except: ["uid", "groups"], to: reader.problems)
        guard let number = fields["uid"], let groups = fields["groups"] else {
            throw .invalidFact(entry.key, "needs both `uid` and `groups`", help: help)
        }
        let uid = try id(number, of: "uid")
        let names = try groups.words(of: "groups")
        try declare(entry.key.value, uid, names, at: groups.location, in: reader)
    }

    private static func declare(
        _ name: String,
        _ id: UInt32,
        _ groups: [Located<String>],
        at place: SourceLocation,
        in reader: FactReader
    ) throws(Diagnostic) {
        guard !groups.isEmpty else {
            let text = Located(name, at: place)
            throw .invalidFact(text, "has no group", help: "name the primary one first")
        }
        let ids = groups.map { group in
            reader.known(group: group.value) ?? declare(group: group.value, in: reader)
        }
        reader.facts.users[name] = SubjectAccount(user: id, groups: ids)
    }

    @discardableResult
    private static func declare(group name: String, in reader: FactReader) -> UInt32 {
        if let known = reader.facts.groups[name] { return known }
        let id = reader.newID()
        reader.facts.groups[name] = id
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

/// Users and groups in other facts.
extension FactReader {
    /// Returns a user's number from its name or number.
    func known(user name: String) -> UInt32? {
        (facts.users[name] ?? nil)?.user ?? AccountCodec.number(name)
    }

    func user(_ text: Located<String>) throws(Diagnostic) -> UInt32 {
        if let known = known(user: text.value) { return known }
        let names = facts.users.filter { $0.value != nil }.map(\.key)
        throw .notDescribed("user", text, among: names)
    }

    fileprivate func known(group name: String) -> UInt32? {
        facts.groups[name] ?? AccountCodec.number(name)
    }

    func group(_ text: Located<String>) throws(Diagnostic) -> UInt32 {
        if let known = known(group: text.value) { return known }
        throw .notDescribed("group", text, among: Array(facts.groups.keys))
    }
}

extension Diagnostic {
    fileprivate static func notDescribed(
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

extension FactWriter {
    func user(_ id: UInt32) -> String {
        name(of: id, among: facts.users.filter { $0.value?.user == id }.keys)
    }

    func group(_ id: UInt32) -> String {
        name(of: id, among: facts.groups.filter { $0.value == id }.keys)
    }

    /// Returns a name, or the number if no name fits in a line of `ls -l` or in an access list.
    private func name(of id: UInt32, among names: some Collection<String>) -> String {
        names.filter(\.fitsInLine).min() ?? (id == 0 ? "root" : "\(id)")
    }
}

extension String {
    /// True if the name is one word that needs no quotes and contains no `:`, the separator of user and group.
    fileprivate var fitsInLine: Bool { !isEmpty && unicodeScalars.allSatisfy(\.fitsInLine) }
}

extension Unicode.Scalar {
    fileprivate var fitsInLine: Bool {
        guard !isASCII else { return (0x21...0x7E).contains(value) && self != ":" }
        return switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned: false
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
