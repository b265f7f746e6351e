extension String {
    /// The text as one word of a command of sh(1): `'it'\''s'`.
    ///
    /// Hidden characters are written in octal for printf(1), which the word calls, since dash(1) has no `$'…'`. A shell
    /// drops newlines at the end of a command's output. They are therefore written as the last character of `IFS` as
    /// every shell sets it at its start.
    ///
    /// Many programs read a word that begins with `-` as an option. Begin a path with `./` in that case.
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

    /// The form in which printf(1) receives a text in single quotes. It also escapes `!`, which an interactive shell
    /// would interpret in the double quotes, and `-`, with which printf would begin an option.
    fileprivate static let shellPrinted = Notation(
        Dictionary(
            uniqueKeysWithValues: "\\%'!-".unicodeScalars.map { ($0, inOctal($0)) }
        ),
        from: "\"$(printf '",
        to: "')\"",
        hidden: inOctal
    )
}
