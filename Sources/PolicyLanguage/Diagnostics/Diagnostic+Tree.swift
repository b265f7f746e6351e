extension Diagnostic {
    /// - Parameter problem: in the words of the parser that read the text.
    package static func notYAML(
        _ problem: String,
        help: String,
        at place: SourceLocation
    ) -> Self {
        Self(.notYAML, at: place, "this is not YAML: \(problem)", help: help)
    }

    static func tooDeep(at place: SourceLocation) -> Self {
        Self(
            .tooDeep,
            at: place,
            "this is nested deeper than \(Limits.depth) levels",
            help: "divide it into several requirements"
        )
    }

    static func tooManyNodes(at place: SourceLocation) -> Self {
        Self(
            .tooManyNodes,
            at: place,
            "the policy holds more than 1,000,000 texts, lists and mappings",
            help: "divide it into several policies"
        )
    }

    static func anchor(_ name: String, at place: SourceLocation) -> Self {
        Self(
            .aliasUsed,
            at: place,
            "the anchor \("&\(name)".quoted) is not allowed in a policy",
            help: "remove it, and write out what it stands for where it is needed"
        )
    }

    static func alias(_ name: String, at place: SourceLocation) -> Self {
        Self(
            .aliasUsed,
            at: place,
            "the alias \("*\(name)".quoted) is not allowed in a policy",
            help: "write out what it stands for, or quote it if it is a text"
        )
    }

    static func tag(_ tag: String, at place: SourceLocation) -> Self {
        let standard = "tag:yaml.org,2002:"
        let written = tag.hasPrefix(standard) ? "!!\(tag.dropFirst(standard.count))" : tag
        return Self(
            .tagUsed,
            at: place,
            "the tag \(written.quoted) is not allowed in a policy",
            help: "remove it, or quote it if it is part of a text"
        )
    }

    static func mergeKey(at place: SourceLocation) -> Self {
        Self(
            .mergeKey,
            at: place,
            "the merge key `<<` is not allowed in a policy",
            help: "write the keys out"
        )
    }

    static func secondDocument(at place: SourceLocation) -> Self {
        Self(
            .secondDocument,
            at: place,
            "a second document begins here",
            help: "write each policy to a file of its own"
        )
    }

    static func keyNotText(at place: SourceLocation) -> Self {
        Self(
            .keyNotText,
            at: place,
            "a key must be a text",
            help: "quote it if it begins with a bracket or a brace"
        )
    }

    static func braces(at place: SourceLocation) -> Self {
        Self(
            .keyNotText,
            at: place,
            "`{{` does not begin a parameter, but a mapping",
            help: "write `${NAME}` for a parameter, and quote what is to be a text"
        )
    }

    static func duplicateKey(
        _ key: String,
        at place: SourceLocation,
        first: SourceLocation
    ) -> Self {
        Self(
            .duplicateKey,
            at: place,
            "\(key.quoted) is given twice, first at line \(first.line), column \(first.column)",
            help: key.first == "-" ? "put a space after `-`" : "remove one"
        )
    }
}
