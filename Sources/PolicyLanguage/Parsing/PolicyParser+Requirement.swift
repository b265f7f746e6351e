extension PolicyParser {
    /// A requirement: a mapping with exactly one word, that word's own keys, and common keys.
    func requirement(_ node: Node) -> RequirementSyntax? {
        requirement(node, hint: hint(for: node) { $0 })
    }

    /// The same as the value of a key, where a mapping in the same line stands in braces.
    func requirementInLine(_ node: Node) -> RequirementSyntax? {
        requirement(node, hint: hint(for: node) { "{ \($0) }" })
    }

    private func requirement(_ node: Node, hint: String) -> RequirementSyntax? {
        guard !problems.isFull else { return nil }
        let fields = problems.keep(try Fields(node, of: "a requirement", help: hint))
        guard let fields, let word = word(in: fields, at: node.location) else { return nil }
        let kind = kind(word, fields)
        let id = fields["id"].flatMap(identifier)
        let because = fields["because"].flatMap { filled($0, of: "because") }
        let when = fields["when"].flatMap(requirementInLine)
        let within = fields["within"].flatMap(duration)
        let level = fields["severity"].flatMap { filled($0, of: "severity") }
        let severity: RequirementSyntax.Severity? = level.flatMap {
            $0.isOpen ? nil : choice($0, of: "severity")
        }
        let subject = fields["as"].flatMap { subjectOrUser($0, of: "as") }
        return kind.map {
            RequirementSyntax(
                $0,
                id: id,
                because: because?.value,
                when: when,
                within: within,
                severity: severity ?? .failure,
                as: subject,
                at: node.location
            )
        }
    }

    /// The one entry whose key is a word, after every other key was found to be in its place.
    private func word(in fields: Fields, at place: SourceLocation) -> Node.Entry? {
        let words = fields.entries.filter { isWord($0.key.value) }
        guard let word = words.first else {
            reportMissingWord(fields, at: place)
            return nil
        }
        for second in words.dropFirst() {
            problems.report(.severalWords(second.key, first: word.key.value))
        }
        let own = vocabulary[word.key.value]?.keys.map(\.name) ?? []
        for entry in fields.entries where !isWord(entry.key.value) {
            reportUnlessKnown(entry.key, of: word.key.value, own: own)
        }
        return words.count == 1 ? word : nil
    }

    private func isWord(_ name: String) -> Bool {
        vocabulary[name] != nil || Vocabulary.groups.contains(name)
    }

    private func reportUnlessKnown(_ key: Located<String>, of word: String, own: [String]) {
        let known = own + Vocabulary.commonKeys
        guard !known.contains(key.value) else { return }
        let owners = vocabulary.owners(ofKey: key.value)
        problems.report(
            owners.isEmpty
                ? .unknownKey(key, of: word.quoted, known: known)
                : .misplacedKey(key, belongsTo: owners, not: word)
        )
    }

    private func reportMissingWord(_ fields: Fields, at place: SourceLocation) {
        let keys = fields.entries.map(\.key)
        let unknown = keys.filter {
            !Vocabulary.commonKeys.contains($0.value) && vocabulary.owners(ofKey: $0.value).isEmpty
        }
        for key in unknown { problems.report(.unknownWord(key, in: vocabulary)) }
        guard unknown.isEmpty else { return }
        let owners = keys.flatMap { vocabulary.owners(ofKey: $0.value) }
        let likely = owners.count == 1 ? owners.first : nil
        problems.report(.missingWord(at: place, likely: likely))
    }

    /// What was likely meant by a requirement that is a text: `read /etc/shadow`.
    ///
    /// - Parameter mapping: Writes a word and its value as they are to stand there.
    private func hint(for node: Node, as mapping: (String) -> String) -> String {
        guard case .scalar(let text, _) = node.kind,
            let end = text.firstIndex(where: \.isSeparator), isWord(String(text[..<end]))
        else { return "write one word and its value, such as \(mapping("read: /x").quoted)" }
        let value = text[end...].drop(while: \.isSeparator)
        // YAML takes no other space for one, though they look alike.
        let isPlain = text[end..<value.startIndex].allSatisfy(\.isASCII)
        return "write \(mapping("\(text[..<end]): \(value)").quoted), with "
            + (isPlain ? "`: `" : "`:` and a plain space") + " after the word"
    }

    private func identifier(_ node: Node) -> String? {
        guard let id = filled(node, of: "id") else { return nil }
        if !id.isOpen, id.value.unicodeScalars.contains(where: \.isBarredFromIDs) {
            problems.report(.invalidIdentifier(id))
        }
        if let first = identifiers.updateValue(id.location, forKey: id.value) {
            problems.report(.duplicateIdentifier(id, first: first))
        }
        return id.value
    }
}

extension Unicode.Scalar {
    /// A slash follows the name of what is included, and a space stands in all that reports call a requirement
    /// without an id: nothing else must look like either.
    fileprivate var isBarredFromIDs: Bool {
        self == "/" || self == " " || ("\t"..."\r").contains(self)
    }
}

extension Character {
    /// Whether it may have been meant to stand between a word and its value.
    fileprivate var isSeparator: Bool { self == ":" || isWhitespace }
}
