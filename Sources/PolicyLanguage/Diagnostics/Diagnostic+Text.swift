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
            "the character \(scalar.name) is not seen by readers",
            help: "remove it, or write it as an escape in double quotes"
        )
    }

    static func notText(at place: SourceLocation) -> Self {
        Self(
            .controlCharacter,
            at: place,
            "the file holds the character U+0000, so that it is not a text",
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
        Self(.emptyFile, at: place, "the file holds no policy", help: "begin with `warrant: 1`")
    }

    static func tooManyProblems(at place: SourceLocation) -> Self {
        Self(
            .tooManyProblems,
            at: place,
            "there are more problems than the \(Limits.diagnostics) shown",
            help: "put these right first"
        )
    }
}

extension Unicode.Scalar {
    /// As Unicode writes it: `U+202E`.
    private var digits: String { String(value, radix: 16, uppercase: true) }

    fileprivate var name: String {
        "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
