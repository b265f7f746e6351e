extension PolicyParser {
    /// A subject as a mapping: exactly one of `unit`, `user` and `pid`.
    func subject(_ node: Node) -> SubjectSyntax? {
        let help = "write `{ user: … }`, `{ unit: … }` or `{ pid: … }`"
        let fields = problems.keep(try Fields(node, of: "a subject", help: help))
        guard let fields else { return nil }
        fields.reportUnknown(except: LanguageKey.subject + LanguageKey.user, to: problems)
        let given = fields.entries.filter { $0.isAny(of: LanguageKey.subject) }
        guard let entry = given.first, given.count == 1 else {
            problems.report(.subjectForm(given.map(\.key.value), at: node.location))
            return nil
        }
        if entry.key.value != "user" { reportUserKeys(fields, of: entry.key.value) }
        return subjectKind(entry, fields).map { SubjectSyntax(kind: $0, location: node.location) }
    }

    /// The value of `subject` or `as`: a subject, or `USER[:GROUP[,GROUP…]]`.
    func subjectOrUser(_ node: Node, of key: String) -> SubjectSyntax? {
        guard case .scalar = node.kind else { return subject(node) }
        guard let text = filled(node, of: key) else { return nil }
        let parts = text.value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let groups = parts.dropFirst().first?.split(
            separator: ",",
            omittingEmptySubsequences: false
        )
        guard parts.first != "", groups?.contains(where: { $0.isEmpty || $0.contains(":") }) != true
        else {
            problems.report(.invalidUser(text))
            return nil
        }
        if SubjectSyntax.isUnitName(parts[0]) {
            problems.report(.unitAsUser(text))
            return nil
        }
        let user = SubjectSyntax.User(
            name: Located(String(parts[0]), at: text.location, isOpen: text.isOpen),
            groups: groups?.map { Located(String($0), at: text.location) },
            capabilities: nil
        )
        return SubjectSyntax(kind: .user(user), location: node.location)
    }

    private func subjectKind(_ entry: Node.Entry, _ fields: Fields) -> SubjectSyntax.Kind? {
        let key = entry.key.value
        guard let text = filled(entry.value, of: key) else { return nil }
        switch key {
        case "unit": return .unit(text)
        // A process of which nobody knows which: like a unit with a name that is left open.
        case "pid" where text.isOpen: return .unit(text)
        case "pid": return pid(text).map { .process($0) }
        default: return user(text, fields).map { .user($0) }
        }
    }

    private func user(_ name: Located<String>, _ fields: Fields) -> SubjectSyntax.User? {
        let groups = fields["groups"].flatMap { names($0, of: "groups") }
        let capabilities = fields["capabilities"].flatMap { names($0, of: "capabilities") }
        if name.value.contains(":") {
            problems.report(.groupsInUser(name))
            return nil
        }
        if let node = fields["groups"], node.kind == .sequence([]) {
            problems.report(.emptyGroups(at: node.location))
        }
        return SubjectSyntax.User(name: name, groups: groups, capabilities: capabilities)
    }

    private func names(_ node: Node, of key: String) -> [Located<String>]? {
        let items = problems.keep(try node.items(of: key, help: "write `\(key): [ … ]`"))
        return items?.compactMap { filled($0, of: key) }
    }

    private func pid(_ text: Located<String>) -> Located<Int32>? {
        guard let pid = Int32(text.value), pid > 0, text.value.first != "+" else {
            problems.report(.invalidPid(text))
            return nil
        }
        return Located(pid, at: text.location)
    }

    private func reportUserKeys(_ fields: Fields, of word: String) {
        for entry in fields.entries where entry.isAny(of: LanguageKey.user) {
            problems.report(.misplacedKey(entry.key, belongsTo: ["user"], not: word))
        }
    }
}

extension Node.Entry {
    fileprivate func isAny(of keys: [LanguageKey]) -> Bool {
        keys.contains { $0.name == key.value }
    }
}
