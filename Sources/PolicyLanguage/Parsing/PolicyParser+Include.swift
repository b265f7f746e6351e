extension PolicyParser {
    /// What the policy includes: for each namespace a path, or a mapping with what is set there.
    ///
    /// - Returns: an empty list where there is no such key; nil where an include is wrong.
    func includes(_ node: Node?) -> [IncludeSyntax]? {
        guard let node else { return [] }
        let help = "write `NAMESPACE: PATH` for each"
        let entries = problems.keep(try node.entries(of: "include", help: help))
        guard let entries else { return nil }
        let includes = entries.compactMap(include)
        return includes.count == entries.count ? includes : nil
    }

    private func include(_ entry: Node.Entry) -> IncludeSyntax? {
        let namespace = entry.key
        guard namespace.value.isIdentifier else {
            problems.report(.invalidNamespace(namespace))
            return nil
        }
        guard case .mapping = entry.value.kind else {
            // As it is written: a value must not choose what is required.
            let path = text(entry.value, of: namespace.value)
            return path.map { IncludeSyntax(namespace: namespace, path: $0) }
        }
        let owner = "the include \(namespace.value.quoted)"
        let help = "write \("\(namespace.value): PATH".quoted)"
        let fields = problems.keep(try Fields(entry.value, of: owner, help: help))
        guard let fields else { return nil }
        fields.reportUnknown(except: LanguageKey.include, to: problems)
        let settings = fields["set"].map(settings) ?? [:]
        guard let node = fields["policy"] else {
            let place = entry.value.location
            problems.report(.missingKey("policy", at: place, help: "write `policy: PATH`"))
            return nil
        }
        return text(node, of: "policy").map {
            IncludeSyntax(namespace: namespace, path: $0, settings: settings)
        }
    }

    private func settings(_ node: Node) -> [String: Setting] {
        let help = "write `set: { NAME: VALUE }`"
        let entries = problems.keep(try node.entries(of: "set", help: help)) ?? []
        var settings: [String: Setting] = [:]
        for entry in entries {
            guard let value = value(entry) else { continue }
            let place = Setting.Place(name: entry.key.location, value: value.location)
            settings[entry.key.value] = Setting(value.value, at: place, isOpen: value.isOpen)
        }
        return settings
    }

    /// Empty quotes are a value like any other here.
    private func value(_ entry: Node.Entry) -> Located<String>? {
        let node = entry.value
        if node.kind == .scalar("", style: .quoted) { return Located("", at: node.location) }
        return filled(node, of: entry.key.value)
    }
}
