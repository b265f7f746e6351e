extension String {
    /// The text as one word of a command of sh(1): `'it'\''s'`.
    ///
    /// A hidden character is in octal, for which the word asks printf(1): dash(1) has no `$'…'`. A line end at the
    /// end, which a shell drops from what a command prints, is the last character of the `IFS` that every shell
    /// starts with.
    ///
    /// A word that begins with `-` is an option to many programs: begin a path with `./` then.
    package var shellWord: String {
        if !isEmpty, utf8.allSatisfy({ Self.plain.contains($0) }) { return self }
        guard unicodeScalars.contains(where: \.isHidden) else { return written(in: .shellQuoted) }
        let lineEnds = unicodeScalars.reversed().prefix { $0 == "\n" }.count
        let body = String(String.UnicodeScalarView(unicodeScalars.dropLast(lineEnds)))
        return (body.isEmpty ? "" : body.written(in: .shellPrinted))
            + String(repeating: "\"${IFS#??}\"", count: lineEnds)
    }

    private static let plain = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:@%".utf8
    )
}

extension Notation {
    fileprivate static let shellQuoted = Notation(
        ["'": "'\\''"],
        from: "'",
        to: "'",
        hidden: inOctal
    )

    /// What printf(1) makes of an argument in single quotes. An interactive shell would look for `!` in the double
    /// quotes, and printf for an option after `-`.
    fileprivate static let shellPrinted = Notation(
        Dictionary(
            uniqueKeysWithValues: "\\%'!-".unicodeScalars.map { ($0, inOctal($0)) }
        ),
        from: "\"$(printf '",
        to: "')\"",
        hidden: inOctal
    )
}
