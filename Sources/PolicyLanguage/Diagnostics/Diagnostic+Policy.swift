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
            "\(key.quoted) takes \(expected), but here is \(node.form)",
            help: help
        )
    }

    static func notMapping(_ owner: String, found node: Node, help: String) -> Self {
        Self(
            .wrongType,
            at: node.location,
            "\(owner) is a mapping, but here is \(node.form)",
            help: help
        )
    }

    static func missingKey(_ key: String, at place: SourceLocation, help: String) -> Self {
        Self(.missingKey, at: place, "the key \(key.quoted) is missing", help: help)
    }

    static func unknownVersion(_ version: Located<String>) -> Self {
        let known = PolicySyntax.knownVersions.map(String.init)
        return Self(
            .unknownVersion,
            at: version.location,
            "version \(version.value.quoted) of the policy format is unknown",
            help: "this program knows \(listed(known))"
        )
    }

    static func unknownKey(_ key: Located<String>, of owner: String, known: [String]) -> Self {
        Self(
            .unknownKey,
            at: key.location,
            "unknown key \(key.value.quoted) of \(owner)",
            help: advice(for: key.value, among: known)
        )
    }

    static func misplacedKey(
        _ key: Located<String>,
        belongsTo owner: String,
        not word: String
    ) -> Self {
        Self(
            .misplacedKey,
            at: key.location,
            "\(key.value.quoted) is a key of \(owner.quoted), not of \(word.quoted)",
            help: "remove it, or move it to where \(owner.quoted) is"
        )
    }

    static func invalidNamespace(_ name: Located<String>) -> Self {
        Self(
            .invalidNamespace,
            at: name.location,
            "\(name.value.quoted) cannot name what is included",
            help: "use letters, digits, `-` and `_`"
        )
    }

    static func requiresNothing(at place: SourceLocation) -> Self {
        Self(
            .requiresNothing,
            at: place,
            "the policy requires nothing",
            help: "list at least one requirement under `require` or `forbid`"
        )
    }
}
