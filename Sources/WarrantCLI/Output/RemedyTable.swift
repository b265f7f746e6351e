import PolicyLanguage
import Procedures
import Text

/// The remedies for a denial, each with its side effects below it.
struct RemedyTable {
    private let remedies: [Remedy]
    private let style: Style

    init(_ remedies: [Remedy], _ style: Style) {
        self.remedies = remedies
        self.style = style
    }

    func lines(indent: Int) -> [String] {
        guard !remedies.isEmpty else { return [] }
        let start = String(repeating: " ", count: indent)
        return [start + "would help, least privilege first"]
            + remedies.flatMap { row($0.change.onOneLine, $0.note.onOneLine, indent: indent + 2) }
    }

    /// A change has a line of its own, so that it can be copied into a shell.
    private func row(_ change: String, _ note: String, indent: Int) -> [String] {
        let start = String(repeating: " ", count: indent)
        let lines = note.isEmpty ? [] : note.wrapped(to: max(20, style.columns - indent - 4))
        return [start + change] + lines.map { "\(start)    \(style.faint($0))" }
    }
}
