extension Duration {
    /// A time limit as one is written: `500ms`, `2s`, `1m`, `1h`; nil for all else, and for none at all.
    package init?(written text: String) {
        let digits = text.prefix { ("0"..."9").contains($0) }
        // More would overflow where deadlines are counted; no look takes a million hours.
        guard let number = Int64(digits), number > 0, digits.count <= 9,
            let unit = Self.units[String(text[digits.endIndex...])]
        else { return nil }
        self = unit * Int(number)
    }

    /// How a time limit is to be written, for a message about one that is not.
    package static let writtenForm =
        "write a whole number above zero and `ms`, `s`, `m` or `h`, such as `500ms`"

    private static let units: [String: Duration] = [
        "ms": .milliseconds(1), "s": .seconds(1), "m": .seconds(60), "h": .seconds(3600),
    ]
}

extension Duration {
    /// A time limit as one is written, in the largest unit that takes it whole.
    var written: String {
        let (seconds, attoseconds) = components
        if attoseconds != 0 { return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000)ms" }
        if seconds % 3600 == 0 { return "\(seconds / 3600)h" }
        return seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
    }
}

extension Duration {
    /// `500 ms`, `5 s`, `1.5 s`: a number with its unit.
    package var spelled: String {
        let milliseconds =
            components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
        guard milliseconds >= 1000 else { return "\(milliseconds) ms" }
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return rest == 0 ? "\(seconds) s" : "\(Double(milliseconds) / 1000) s"
    }
}
