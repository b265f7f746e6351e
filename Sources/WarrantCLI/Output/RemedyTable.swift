import PolicyLanguage
import Procedures
import Text

/// The remedies for a denial, or for a yes that is forbidden, each with its side effects below it.
struct RemedyTable {
    private let remedies: [Remedy]
    private let style: Style
    private let prevents: Bool

    /// - Parameter prevents: True if the remedies prevent something that is forbidden.
    init(_ remedies: [Remedy], _ style: Style, prevents: Bool = false) {
        self.remedies = remedies
        self.style = style
        self.prevents = prevents
    }

    func lines(indent: Int) -> [String] {
        guard !remedies.isEmpty else { return [] }
        let start = String(repeating: " ", count: indent)
        let head =
            prevents ? "would prevent it, narrowest first" : "would help, least privilege first"
        return [start + head]
            + remedies.flatMap { row($0.change.onOneLine, $0.note.onOneLine, indent: indent + 2) }
    }

    /// A change has a line of its own, so that it can be copied into a shell.
    private func row(_ change: String, _ note: String, indent: Int) -> [String] {
        let start = String(repeating: " ", count: indent)
        let lines = note.isEmpty ? [] : note.wrapped(to: max(20, style.columns - indent - 4))
        return [start + change] + lines.map { "\(start)    \(style.faint($0))" }
    }
}
