/// Regular expressions of the kind that JSON Schema has: what ECMA 262 and Python agree on.
package enum Pattern {
    /// The whole of a text; in Python a bare `$` also stands before a line end.
    static func whole(_ pattern: String) -> String { "^(?:\(pattern))$(?!\\n)" }

    /// A text in which a parameter is filled in.
    static let reference = filled("(?!)")

    static let identifier = "[A-Za-z0-9_-]+"

    /// A text whose every `${` either ends or is escaped.
    private static let fillable = "(?:\\$\\$\\{|\\$\\{[^}]*\\}|\\$(?!\\$?\\{)|[^$])+"

    /// The same, and of that pattern unless a parameter is filled in: what that makes of it is not known.
    static func filled(_ pattern: String?) -> String {
        guard let pattern else { return whole(fillable) }
        return "^(?=\(fillable)$(?!\\n))(?:(?:\(pattern))$(?!\\n)|[\\s\\S]*\\$\\{)"
    }

    /// A whole number from 1 on in digits, which may begin with zeros.
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

    /// These words, whatever the case of their letters.
    package static func ignoringCase(_ words: [String]) -> String {
        words.map { word in
            word.map { letter in
                letter.isLetter ? "[\(letter.uppercased())\(letter.lowercased())]" : "\(letter)"
            }.joined()
        }.joined(separator: "|")
    }
}
