import Policies
import PolicyAuthoring
import PolicyLanguage

/// Lints policies like the program.
enum Linted {
    /// The lines before the policy lines of a test, which begin at line 4.
    static let head = "warrant: 1\nname: n\nsummary: s\n"

    /// Returns the lines that an author sees.
    static func lines(_ text: String) -> [String] { result(text).findings.map(\.description) }

    /// Returns the findings of one rule in the lines after ``head``, without the name of the file.
    static func lines(_ rule: String, _ text: String) -> [String] {
        result(head + text + "\n").findings.filter { $0.diagnostic.id == rule }.map {
            String($0.description.dropFirst("p.yaml:".count))
        }
    }

    /// Returns the lines after ``head`` with all repairs made.
    static func fixed(_ text: String) -> String {
        let bytes = result(head + text).fixed.text.bytes
        return String(String(decoding: bytes, as: UTF8.self).dropFirst(head.count))
    }

    static func result(_ text: String) -> LintResult {
        LintResult(Array(text.utf8), file: "p.yaml")
    }
}
