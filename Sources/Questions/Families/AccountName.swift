import PolicyLanguage

/// The name of a user or group, as its word takes it: a number is none.
enum AccountName {
    /// For the schema.
    static let pattern = "(?![0-9]+$(?!\\n))[^\\u0000-\\u0020/:,]+"

    static func valid(
        _ text: String,
        _ kind: String,
        in part: InvalidUse.Part = .value
    ) throws(InvalidUse) -> String {
        let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let isName = text.utf8.allSatisfy { $0 > 0x20 && ![0x2F, 0x3A, 0x2C].contains($0) }
        guard isName, !isNumber else {
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
        Details(AccountName.pattern, help: "write the name, as getent(1) shows it")
    }
}
