import PolicyLanguage
import Text

/// A text as a policy writes it, in quotes if YAML would read it as something else.
enum YAMLText {
    /// - Parameter text: The text in the policy. A `${` in it is not a parameter.
    static func scalar(_ text: String) -> String {
        let text = text.replacing("${", with: "$${")
        return isPlain(text) ? text : text.written(in: .yaml)
    }

    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first) || first == UInt8(ascii: "/") else {
            return false
        }
        let words = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]
        return !words.contains(text.lowercased())
            && text.utf8.allSatisfy { isLetter($0) || "/._-@+: 0123456789".utf8.contains($0) }
            && !text.contains(": ") && text.utf8.last.map { !" :".utf8.contains($0) } == true
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: false
        }
    }
}
