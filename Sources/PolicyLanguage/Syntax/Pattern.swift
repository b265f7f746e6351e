/// Regular expressions for JSON Schema. They use only syntax that ECMA 262 and Python share.
package enum Pattern {
    /// Returns a pattern that matches a whole text. In Python a bare `$` also matches before a final line end.
    static func whole(_ pattern: String) -> String { "^(?:\(pattern))$(?!\\n)" }

    /// Matches a text that contains a parameter.
    static let reference = filled("(?!)")

    static let identifier = "[A-Za-z0-9_-]+"

    /// Matches a text in which every `${` either ends or is escaped.
    private static let fillable = "(?:\\$\\$\\{|\\$\\{[^}]*\\}|\\$(?!\\$?\\{)|[^$])+"

    /// Returns a pattern for a fillable text that matches `pattern` unless it contains a parameter. The text after
    /// substitution is not known.
    static func filled(_ pattern: String?) -> String {
        guard let pattern else { return whole(fillable) }
        return "^(?=\(fillable)$(?!\\n))(?:(?:\(pattern))$(?!\\n)|[\\s\\S]*\\$\\{)"
    }

    /// Matches a whole number from 1 to the limit, in digits, with or without leading zeros.
    package static func positive(upTo limit: Int) -> String {
        let digits = String(limit)
        var forms = digits.count > 1 ? ["[1-9]" + repeated(digits.count - 2, orFewer: true)] : []
        var prefix = ""
        for (index, digit) in digits.enumerated() {
            let lowest = index == 0 ? 1 : 0
            if let value = digit.wholeNumberValue, value > lowest {
                let rest = repeated(digits.count - index - 1, orFewer: false)
                forms.append("\(prefix)[\(lowest)-\(value - 1)]\(rest)")
            }
            prefix.append(digit)
        }
        return "0*(?:\((forms + [digits]).joined(separator: "|")))"
    }

    private static func repeated(_ count: Int, orFewer: Bool) -> String {
        count == 0 ? "" : "[0-9]{\(orFewer ? "0," : "")\(count)}"
    }

    /// Matches one of the words, ignoring case.
    package static func ignoringCase(_ words: [String]) -> String {
        words.map { word in
            word.map { letter in
                letter.isLetter ? "[\(letter.uppercased())\(letter.lowercased())]" : "\(letter)"
            }.joined()
        }.joined(separator: "|")
    }
}
