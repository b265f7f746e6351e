import PolicyLanguage
import Procedures
import Text

/// The evidence, one row each, in the style of namei(1) `-l`. The row that refuses is marked.
struct EvidenceTable {
    private let rows: [Evidence]
    private let style: Style

    init(_ rows: [Evidence], _ style: Style) {
        self.rows = rows
        self.style = style
    }

    func lines(indent: Int) -> [String] {
        let objects = rows.map { $0.object.onOneLine }
        let facts = rows.map { $0.facts.onOneLine }
        let factsWidth = facts.map(\.width).max() ?? 0
        // The rows that refuse nothing stay on one line; the other findings are long in any case.
        let findings = rows.filter { $0.holds != false }.map { finding($0).width }.max() ?? 0
        let spare = style.columns - indent - 6 - factsWidth - findings
        let objectWidth = min(objects.map(\.width).max() ?? 0, max(style.columns / 3, spare))
        return rows.indices.flatMap { index in
            let row = rows[index]
            let margin = margin(row)
            let start = String(repeating: " ", count: indent) + margin
            let head = start + objects[index].padded(to: objectWidth)
            let finding = self.finding(row)
            let line = "\(head)  \(facts[index].padded(to: factsWidth))  \(finding.text)"
            guard !finding.plain.isEmpty else { return [line.trimmingEnd] }
            let width = indent + 2 + max(objects[index].width, objectWidth) + 4 + factsWidth
            guard width + finding.width > style.columns else { return [line.trimmingEnd] }
            let deeper = String(repeating: " ", count: indent + 4)
            let wrapped = finding.plain.wrapped(to: max(20, style.columns - indent - 6))
            return ["\(head)  \(facts[index])".trimmingEnd]
                + wrapped.enumerated().map { offset, text in
                    deeper + (offset == 0 ? finding.mark : "  ") + text
                }
        }
    }

    /// Returns the mark of a row that refuses, or of one that grants without a question and a finding of its own.
    private func margin(_ row: Evidence) -> String {
        switch row.holds {
        case false: "\(style.mark(.no)) "
        case true where row.question.isEmpty && row.finding.isEmpty: "\(style.mark(.yes)) "
        default: "  "
        }
    }

    private struct Finding {
        let mark: String
        let plain: String
        var text: String { mark + plain }
        var width: Int { plain.isEmpty ? 0 : plain.count + 2 }
    }

    private func finding(_ row: Evidence) -> Finding {
        let words = [row.question, row.finding].filter { !$0.isEmpty }.joined(separator: "  ")
        let mark = row.holds.map { style.mark($0 ? .yes : .no) + " " } ?? ""
        return Finding(mark: words.isEmpty ? "" : mark, plain: words.onOneLine)
    }
}
