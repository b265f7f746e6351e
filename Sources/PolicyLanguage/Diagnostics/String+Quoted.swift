extension String {
    /// The text as a message shows it: in backticks, and cut if it is very long.
    package var quoted: String {
        var start = prefix(60)
        // One character may consist of any number of scalars: a letter and its marks.
        if start.utf8.count > 480 { start = Substring(unicodeScalars.prefix(60)) }
        return start.endIndex == endIndex ? "`\(self)`" : "`\(start)…`"
    }

    /// The message, cut to a readable length. It may quote text as long as a file.
    package var shortened: String {
        guard utf8.count > 600 else { return self }
        let start = unicodeScalars.prefix(600)
        return start.endIndex == endIndex ? self : String(start) + "…"
    }
}

/// Returns the words as a sentence lists them: `a`, `b` and `c`.
func listed(_ words: [String], _ conjunction: String = "and") -> String {
    let quoted = words.map(\.quoted)
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}
