extension PolicyParser {
    func kind(_ entry: Node.Entry, _ fields: Fields) -> RequirementSyntax.Kind? {
        switch entry.key.value {
        case "all": group(entry).map { .all($0) }
        case "any": group(entry).map { .any($0) }
        case "not": negated(entry.value).map { .not($0) }
        default: wordUse(entry, fields).map { .word($0) }
        }
    }

    private func group(_ entry: Node.Entry) -> [RequirementSyntax]? {
        let word = entry.key.value
        let help = "write each requirement on a line of its own, after `- `"
        let items = problems.keep(try entry.value.items(of: word, help: help))
        guard let items else { return nil }
        if items.isEmpty { problems.report(.emptyGroup(word, at: entry.value.location)) }
        return items.compactMap(requirement)
    }

    private func negated(_ node: Node) -> RequirementSyntax? {
        if case .sequence = node.kind {
            problems.report(.listUnderNot(at: node.location))
            return nil
        }
        return requirementInLine(node)
    }

    private func wordUse(_ entry: Node.Entry, _ fields: Fields) -> WordUse? {
        guard let word = vocabulary[entry.key.value] else { return nil }
        let each = "write a requirement for each, `- \(word.name): …`"
        let value = value(entry.value, of: word.name, word.value, nil, ofList: each)
        var keys: [String: Located<String>] = [:]
        for key in word.keys {
            guard let node = fields[key.name] else { continue }
            let value = self.value(node, of: key.name, key.shape, key.values)
            // What is wrong with it is told: it is there, and nothing more is said of it.
            keys[key.name] = value ?? Located("", at: node.location, isOpen: true)
        }
        return value.map {
            WordUse(name: word.name, nameLocation: entry.key.location, value: $0, keys: keys)
        }
    }

    private func value(
        _ node: Node,
        of key: String,
        _ shape: Vocabulary.ValueShape,
        _ values: [String]?,
        ofList help: String? = nil
    ) -> Located<String>? {
        guard let text = filled(node, of: key, ofList: help) else { return nil }
        if text.isOpen { return text }
        return problems.keep(try text.checked(node, of: key, shape, values))
    }

    /// How long looking may take: `500ms`, `2s`, `1m`.
    func duration(_ node: Node) -> Duration? {
        guard let text = filled(node, of: "within"), !text.isOpen else { return nil }
        if let duration = Duration(written: text.value) { return duration }
        problems.report(.invalidDuration(text))
        return nil
    }
}

extension Located<String> {
    fileprivate func checked(
        _ node: Node,
        of key: String,
        _ shape: Vocabulary.ValueShape,
        _ values: [String]?
    ) throws(Diagnostic) -> Self {
        switch shape {
        case .text: break
        case .boolean: try checkBoolean(of: key)
        case .mode: try checkMode(of: key, writtenAs: node)
        }
        if let values, !values.contains(value) {
            throw .unknownValue(self, of: key, known: values)
        }
        return self
    }

    private func checkBoolean(of key: String) throws(Diagnostic) {
        guard value != "true", value != "false" else { return }
        let meant = ["yes": "true", "on": "true", "no": "false", "off": "false"]
        let lowercased = value.utf8.count <= 8 ? value.lowercased() : ""
        let likely = meant[lowercased] ?? ["true", "false"].first { $0 == lowercased }
        throw .invalidBoolean(self, of: key, likely: likely)
    }

    private func checkMode(of key: String, writtenAs node: Node) throws(Diagnostic) {
        let digits = value.hasPrefix("0") ? value.dropFirst() : value[...]
        guard digits.utf8.count <= 4, digits.utf8.allSatisfy({ (0x30...0x37).contains($0) }) else {
            throw .invalidMode(self, of: key)
        }
        if case .scalar(_, .plain) = node.kind { throw .unquotedMode(self, of: key) }
    }
}
