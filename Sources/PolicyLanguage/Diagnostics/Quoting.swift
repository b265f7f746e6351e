extension String {
    /// The reader's own text as a message shows it: in backticks, and cut where it is very long.
    package var quoted: String {
        var start = prefix(60)
        // One character may be any number of scalars: a letter and its marks.
        if start.utf8.count > 480 { start = Substring(unicodeScalars.prefix(60)) }
        return start.endIndex == endIndex ? "`\(self)`" : "`\(start)…`"
    }

    /// A message, cut where it is longer than anybody reads: whatever it repeats may be as long as a file.
    package var shortened: String {
        guard utf8.count > 600 else { return self }
        let start = unicodeScalars.prefix(600)
        return start.endIndex == endIndex ? self : String(start) + "…"
    }

    /// The text with everything escaped that a terminal would act on or not show: controls, line
    /// ends, and the characters that turn the direction of writing.
    package var escapingInvisibles: String {
        guard unicodeScalars.contains(where: \.isInvisible) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.isInvisible ? scalar.escaped : String(scalar)
        }
    }
}

extension Unicode.Scalar {
    /// Whether text that holds this could look like other text than it is.
    var isInvisible: Bool {
        // The tables of Unicode are slow, and nearly all text is ASCII.
        if isASCII { return value < 0x20 || value == 0x7F }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    fileprivate var escaped: String {
        switch self {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(value, radix: 16))}"
        }
    }
}

/// As a sentence lists things: `a`, `b` and `c`.
func listed(_ words: [String], _ conjunction: String = "and") -> String {
    let quoted = words.map(\.quoted)
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}
