/// A part of a policy file as written: a text, a list or a mapping, and its place.
package struct Node: Hashable, Sendable {
    /// The style of a text: unquoted, or in quotes or a block.
    package enum Style: Hashable, Sendable { case plain, quoted }

    package enum Kind: Hashable, Sendable {
        case scalar(String, style: Style)
        case sequence([Node])
        /// The entries in the order written, without duplicate keys.
        case mapping([Entry])
    }

    package struct Entry: Hashable, Sendable {
        package let key: Located<String>
        package let value: Node

        package init(key: Located<String>, value: Node) {
            self.key = key
            self.value = value
        }
    }

    package let kind: Kind
    package let location: SourceLocation

    package init(_ kind: Kind, at location: SourceLocation) {
        self.kind = kind
        self.location = location
    }
}

extension Node {
    /// The form of the node as messages name it.
    package var form: String {
        switch kind {
        case .scalar where isAbsent: "nothing"
        case .scalar("", style: .quoted): "an empty text"
        case .scalar: "a text"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }

    /// True if the value is missing or is a YAML null.
    package var isAbsent: Bool {
        guard case .scalar(let text, style: .plain) = kind else { return false }
        return switch text {
        case "", "~", "null", "Null", "NULL": true
        default: false
        }
    }

    private var isEmpty: Bool {
        if case .scalar("", _) = kind { true } else { isAbsent }
    }

    /// Returns the value of a key that takes a text.
    ///
    /// - Parameter help: The text to write in place of a list.
    package func text(
        of key: String,
        ofList help: String? = nil
    ) throws(Diagnostic) -> Located<String> {
        guard case .scalar(let text, _) = kind, !isEmpty else {
            var advice = isEmpty ? "write its value, or remove the key" : "write a single text"
            if case .sequence = kind, let help { advice = help }
            throw .wrongType(of: key, takes: "a text", found: self, help: advice)
        }
        return Located(text, at: location)
    }

    /// True if the mapping was likely meant as a list: `-read: /x`.
    private var beginsWithDash: Bool {
        guard case .mapping(let entries) = kind else { return false }
        return entries.first?.key.value.first == "-"
    }

    /// Returns the items of a key that takes a list.
    package func items(of key: String, help: String) throws(Diagnostic) -> [Node] {
        guard case .sequence(let items) = kind else {
            let help = beginsWithDash ? "put a space after `-`" : help
            throw .wrongType(of: key, takes: "a list", found: self, help: help)
        }
        return items
    }

    /// Returns the entries of a key that takes a mapping.
    package func entries(of key: String, help: String) throws(Diagnostic) -> [Entry] {
        guard case .mapping(let entries) = kind else {
            throw .wrongType(of: key, takes: "a mapping", found: self, help: help)
        }
        return entries
    }
}

extension Diagnostic {
    static func wrongType(
        of key: String,
        takes expected: String,
        found node: Node,
        help: String
    ) -> Self {
        Self(
            .wrongType,
            at: node.location,
            "\(key.quoted) takes \(expected), not \(node.form)",
            help: help
        )
    }

    static func notMapping(_ owner: String, found node: Node, help: String) -> Self {
        Self(
            .wrongType,
            at: node.location,
            "\(owner) is a mapping, but this is \(node.form)",
            help: help
        )
    }
}
