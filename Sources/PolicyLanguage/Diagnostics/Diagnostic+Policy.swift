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
        // The version is right, and only written otherwise.
        let meant = known.first { ["v\($0)", "\($0).0", "v\($0).0"].contains(version.value) }
        return Self(
            .unknownVersion,
            at: version.location,
            "version \(version.value.quoted) of the policy format is unknown",
            help: meant.map { "write `warrant: \($0)`" } ?? "this program knows \(listed(known))"
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
        belongsTo owners: [String],
        not word: String
    ) -> Self {
        // Those of files are many, and a few tell what kind of word it is.
        let named =
            owners.count > 3
            ? owners.prefix(3).map(\.quoted).joined(separator: ", ") + " and others"
            : listed(owners)
        let target = owners.count == 1 ? "where \(named) is" : "the requirement that it is for"
        return Self(
            .misplacedKey,
            at: key.location,
            "\(key.value.quoted) is a key of \(named), not of \(word.quoted)",
            help: "remove it, or move it to \(target)"
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

    /// Of a test where a policy is read.
    static func isTest(at place: SourceLocation) -> Self {
        Self(
            .wrongType,
            at: place,
            "this is a test, not a policy",
            help: "give it to `warrant test`, or give its policy here"
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
