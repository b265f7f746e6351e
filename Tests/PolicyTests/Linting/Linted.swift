import Policies
import PolicyAuthoring
import PolicyLanguage

/// Lints policies as the program does.
enum Linted {
    /// What stands before the lines of a policy that a test is about; they begin at line 4.
    static let head = "warrant: 1\nname: n\nsummary: s\n"

    /// The lines that an author is shown.
    static func lines(_ text: String) -> [String] { result(text).findings.map(\.description) }

    /// What one rule finds in the lines after ``head``, without the name of the file.
    static func lines(_ rule: String, _ text: String) -> [String] {
        result(head + text + "\n").findings.filter { $0.diagnostic.id == rule }.map {
            String($0.description.dropFirst("p.yaml:".count))
        }
    }

    /// The lines after ``head``, with all repaired that can be.
    static func fixed(_ text: String) -> String {
        let bytes = result(head + text).fixed.text.bytes
        return String(String(decoding: bytes, as: UTF8.self).dropFirst(head.count))
    }

    static func result(_ text: String) -> LintResult {
        LintResult(Array(text.utf8), file: "p.yaml")
    }
}
