import Text

/// A problem in a policy file, worded so that the author can correct it.
public struct Diagnostic: Error, Hashable, Sendable {
    /// The name of the rule that the policy breaks. A lint rule has a page, `docs/rules/<id>.md`.
    public let id: String
    public let location: SourceLocation
    /// The problem itself: lower case, no full stop, text from the policy in backticks.
    public let problem: String
    /// The text to write instead, if one correction is likely.
    public let help: String?

    public init(_ id: String, at location: SourceLocation, _ problem: String, help: String? = nil) {
        self.id = id
        self.location = location
        self.problem = problem.shortened
        self.help = help?.shortened
    }

    init(_ rule: LanguageRule, at place: SourceLocation, _ problem: String, help: String? = nil) {
        self.init(rule.rawValue, at: place, problem, help: help)
    }
}

extension Diagnostic {
    /// True if the diagnostic is about a value that the caller gave, not about the policy.
    package var isAboutSetting: Bool { id == LanguageRule.invalidSetting.rawValue }
}

extension Diagnostic: CustomStringConvertible {
    /// The diagnostic on one line. Control characters from the file's name and text are escaped.
    public var description: String {
        let advice = help.map { "; \($0)" } ?? ""
        return "\(location): \(problem)\(advice) [\(id)]".onOneLine
    }
}

// Messages about a text and its tree.
extension Diagnostic {
    package static func fileTooLarge(at place: SourceLocation) -> Self {
        Self(
            .fileTooLarge,
            at: place,
            "the file is larger than 16 MiB",
            help: "divide it into several policies"
        )
    }

    static func isUTF16(at place: SourceLocation) -> Self {
        Self(.notUTF8, at: place, "the file is UTF-16, not UTF-8", help: "save it as UTF-8")
    }

    static func notUTF8(_ byte: UInt8, at place: SourceLocation) -> Self {
        let digits = String(byte, radix: 16)
        return Self(
            .notUTF8,
            at: place,
            "the byte 0x\(digits) is not UTF-8 here",
            help: "save the file as UTF-8"
        )
    }

    static func byteOrderMark(at place: SourceLocation) -> Self {
        Self(
            .byteOrderMark,
            at: place,
            "the file begins with a byte order mark",
            help: "save it as UTF-8 without one"
        )
    }

    static func invisible(_ scalar: Unicode.Scalar, at place: SourceLocation) -> Self {
        Self(
            .controlCharacter,
            at: place,
            "the character \(scalar.name) is invisible",
            help: "remove it, or write it as an escape in double quotes"
        )
    }

    static func notText(at place: SourceLocation) -> Self {
        Self(
            .controlCharacter,
            at: place,
            "the file contains the character U+0000, so it is not text",
            help: "write the policy as UTF-8 text"
        )
    }

    static func nulInText(at place: SourceLocation) -> Self {
        Self(
            .controlCharacter,
            at: place,
            "this text holds the character U+0000, at which Linux would cut it short",
            help: "remove it"
        )
    }

    static func directive(at place: SourceLocation) -> Self {
        Self(
            .directiveUsed,
            at: place,
            "a line that begins with `%` is a directive, which is not allowed in a policy",
            help: "remove the line, or indent it if it is part of a text"
        )
    }

    static func emptyFile(at place: SourceLocation) -> Self {
        Self(.emptyFile, at: place, "the file has no content", help: "begin with `warrant: 1`")
    }

    static func tooManyProblems(at place: SourceLocation) -> Self {
        Self(
            .tooManyProblems,
            at: place,
            "there are more problems than the \(Limits.diagnostics) shown",
            help: "put these right first"
        )
    }

    /// - Parameter problem: The message of the YAML parser.
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
            help: "remove it, and repeat the value in each place"
        )
    }

    static func alias(_ name: String, at place: SourceLocation) -> Self {
        Self(
            .aliasUsed,
            at: place,
            "the alias \("*\(name)".quoted) is not allowed in a policy",
            help: "write the value itself, or quote the alias if it is a string"
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

extension Unicode.Scalar {
    /// The code point in hexadecimal digits, as in `U+202E`, without leading zeros.
    private var digits: String { String(value, radix: 16, uppercase: true) }

    fileprivate var name: String {
        "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
