import PolicyLanguage
import Procedures
import Text

/// The remedies for a denial, one row each, with their side effects.
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
        let changes = remedies.map { $0.change.onOneLine }
        let width = changes.map(\.count).max() ?? 0
        let rows = zip(changes, remedies).flatMap { change, remedy in
            row(change, remedy.note.onOneLine, width: width, indent: indent + 2)
        }
        return [start + "would help, least privilege first"] + rows
    }

    private func row(_ change: String, _ note: String, width: Int, indent: Int) -> [String] {
        let start = String(repeating: " ", count: indent)
        if note.isEmpty { return [start + change] }
        if indent + width + 3 + note.count <= style.columns {
            return [start + change.padded(to: width) + "   " + style.faint(note)]
        }
        let deeper = String(repeating: " ", count: indent + 4)
        return [start + change]
            + note.wrapped(to: max(20, style.columns - indent - 4)).map { deeper + style.faint($0) }
    }
}
