import PolicyLanguage

/// The name of a user or group, as words accept it. YAML and tools must not mistake it for a number or an option.
enum AccountName {
    /// The form for the schema.
    static let pattern =
        "(?![-+.]|0[xo])(?![0-9][0-9.eE+-]*$(?!\\n))[^\\u0000-\\u0020/:,]+"

    private static let numeric = Set("0123456789.eE+-".utf8)

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !"-+.".utf8.contains(first) else { return false }
        let isNumber = (0x30...0x39).contains(first) && text.utf8.allSatisfy(numeric.contains)
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && ![0x2F, 0x3A, 0x2C].contains($0) }
        return isPlain && !isNumber && !text.hasPrefix("0x") && !text.hasPrefix("0o")
    }

    static func valid(
        _ text: String,
        _ kind: String,
        in part: InvalidUse.Part = .value
    ) throws(InvalidUse) -> String {
        guard isName(text) else {
            throw InvalidUse(
                "invalid-argument",
                "\(text.quoted) is no name of a \(kind)",
                help: "write the name, as `getent` shows it",
                in: part
            )
        }
        return text
    }
}

extension TextForm {
    static let accountName = TextForm("account-name") {
        Details(
            AccountName.pattern,
            bare: [.booleans],
            help: "write the name, as getent(1) shows it"
        )
    }
}
