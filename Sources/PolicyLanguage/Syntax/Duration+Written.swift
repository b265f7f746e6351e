extension Duration {
    /// Reads a time limit such as `500ms`, `2s`, `1m` or `1h`. Returns nil for any other text, and for zero.
    package init?(written text: String) {
        let digits = text.prefix { ("0"..."9").contains($0) }
        // A longer number would overflow where deadlines are computed. No check takes a million hours.
        guard let number = Int64(digits), number > 0, digits.count <= 9,
            let unit = Self.units[String(text[digits.endIndex...])]
        else { return nil }
        self = unit * Int(number)
    }

    /// The form of a time limit, for the message about an invalid one.
    package static let writtenForm =
        "write a whole number above zero and `ms`, `s`, `m` or `h`, such as `500ms`"

    private static let units: [String: Duration] = [
        "ms": .milliseconds(1), "s": .seconds(1), "m": .seconds(60), "h": .seconds(3600),
    ]
}

extension Duration {
    /// The time limit as a policy writes it, in the largest unit that gives a whole number.
    var written: String {
        let (seconds, attoseconds) = components
        if attoseconds != 0 { return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000)ms" }
        if seconds % 3600 == 0 { return "\(seconds / 3600)h" }
        return seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
    }
}
