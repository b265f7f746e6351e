/// The entries of a mapping, by key.
package struct Fields {
    package let entries: [Node.Entry]
    private let owner: String

    /// - Parameter owner: The thing that the mapping describes, as messages name it: `a policy`.
    package init(_ node: Node, of owner: String, help: String) throws(Diagnostic) {
        guard case .mapping(let entries) = node.kind else {
            throw .notMapping(owner, found: node, help: help)
        }
        self.entries = entries
        self.owner = owner
    }

    package subscript(key: String) -> Node? { entries.first { $0.key.value == key }?.value }

    func areKnown(_ known: [LanguageKey]) -> Bool { areKnown(known.map(\.name)) }

    func areKnown(_ known: [String]) -> Bool {
        entries.allSatisfy { known.contains($0.key.value) }
    }

    func reportUnknown(except known: [LanguageKey], to problems: Problems) {
        reportUnknown(except: known.map(\.name), to: problems)
    }

    package func reportUnknown(except known: [String], to problems: Problems) {
        for entry in entries where !known.contains(entry.key.value) {
            problems.report(.unknownKey(entry.key, of: owner, known: known))
        }
    }
}
