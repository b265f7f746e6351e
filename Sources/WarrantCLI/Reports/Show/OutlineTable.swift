import Policies
import PolicyAuthoring
import PolicyLanguage
import Text

/// A policy as a table: one row for each requirement and each part, with columns for their keys.
///
/// A title that is too wide has its own line. If the columns are too wide, their contents stand below the titles.
struct OutlineTable {
    private static let headings = ["id", "as", "within", "severity"]
    /// The minimum width of the titles.
    private static let titleWidth = 24

    private let outline: PolicyOutline
    private let style: Style
    private let sections: [(heading: String, rows: [Row])]
    /// The numbers and starts of the columns that are not empty.
    private let columns: [(number: Int, start: Int)]

    init(_ outline: PolicyOutline, _ style: Style) {
        self.outline = outline
        self.style = style
        sections = outline.sections.map { section in
            (section.rule.rawValue, section.entries.flatMap { Row.rows(of: $0, indent: 2) })
        }
        columns = Self.columns(for: sections.flatMap(\.rows), within: style.columns)
    }

    var text: String {
        let head = style.head(of: outline.name, outline.summary, about: outline.subject)
        let lines = sections.flatMap { section -> [String] in
            let heading = self.lines(section.heading, Self.headings).map(style.bold)
            return [""] + heading + section.rows.flatMap { self.lines($0) }
        }
        return ([head] + lines).joined(separator: "\n") + "\n"
    }

    /// Returns no columns if all are empty, or if they would leave too little space for titles.
    private static func columns(for rows: [Row], within width: Int) -> [(number: Int, start: Int)] {
        let widths = headings.indices.compactMap { number -> (number: Int, width: Int)? in
            let widest = rows.map { $0.cells[number].count }.max() ?? 0
            return widest == 0 ? nil : (number, max(widest, headings[number].count))
        }
        let rest = width - widths.reduce(0) { $0 + $1.width + 3 }
        guard rest >= titleWidth else { return [] }
        let titles = rows.filter { !$0.isNote }.map { $0.title.count }
        var start = min(titles.max() ?? 0, rest) + 3
        return widths.map { column in
            defer { start += column.width + 3 }
            return (column.number, start)
        }
    }

    private func lines(_ row: Row) -> [String] {
        if row.isNote { return wrapped(row.title) }
        let notes = columns.isEmpty && !row.notes.isEmpty ? wrapped(row.notes) : []
        return lines(row.title, row.cells) + notes
    }

    private func wrapped(_ note: String) -> [String] {
        let text = note.drop { $0 == " " }
        let indent = note.count - text.count
        let start = String(repeating: " ", count: indent)
        return String(text).wrapped(to: style.columns - indent).map { start + style.faint($0) }
    }

    private func lines(_ title: String, _ cells: [String]) -> [String] {
        var lines: [String] = []
        var line = title
        for (number, start) in columns where !cells[number].isEmpty {
            if line.count + 1 > start {
                lines.append(line)
                line = ""
            }
            line = line.padded(to: start) + cells[number]
        }
        return lines + [line]
    }
}

extension OutlineTable {
    private struct Row {
        let title: String
        var cells = ["", "", "", ""]
        /// The contents of the cells in one line.
        var notes = ""
        /// True if the row is wrapped text, not a title with cells.
        var isNote = false

        static func rows(
            of entry: PolicyOutline.Entry,
            indent: Int,
            after word: String = ""
        ) -> [Row] {
            let start = String(repeating: " ", count: indent)
            let cells = [
                entry.id, entry.subject, entry.limit?.inWords,
                entry.severity == .advice ? "advice" : nil,
            ]
            let title = Row(
                title: start + (word + entry.title).onOneLine,
                cells: cells.map { $0?.onOneLine ?? "" },
                notes: entry.notes.isEmpty ? "" : "\(start)    (\(entry.notes))"
            )
            let because = entry.because.map { because in
                Row(title: "\(start)    because \(because.onOneLine)", isNote: true)
            }
            return [title] + (because.map { [$0] } ?? [])
                + entry.conditions.flatMap { rows(of: $0, indent: indent + 4, after: "when ") }
                + entry.parts.flatMap { rows(of: $0, indent: indent + 2) }
        }
    }
}
