import Policies
import PolicyAuthoring
import PolicyLanguage
import Text

/// A policy as a tree of lines in the style of tree(1).
struct OutlineTree {
    let outline: PolicyOutline
    let style: Style

    var text: String {
        let head = style.head(of: outline.name, outline.summary, about: outline.subject)
        let sections = outline.sections.map(\.rule.rawValue)
        let lines = outline.sections.enumerated().flatMap { index, section -> [String] in
            let isLast = index == sections.count - 1
            return [(isLast ? "└─ " : "├─ ") + style.bold(sections[index])]
                + branches(section.entries.map { ("", $0) }, after: isLast ? "   " : "│  ")
        }
        return ([head] + lines).joined(separator: "\n") + "\n"
    }

    private func branches(
        _ entries: [(word: String, entry: PolicyOutline.Entry)],
        after trunk: String
    ) -> [String] {
        entries.enumerated().flatMap { index, branch -> [String] in
            let isLast = index == entries.count - 1
            let inner =
                branch.entry.conditions.map { ("when ", $0) } + branch.entry.parts.map { ("", $0) }
            let below = trunk + (isLast ? "   " : "│  ")
            return lines(
                branch.word,
                branch.entry,
                first: trunk + (isLast ? "└─ " : "├─ "),
                others: below + (inner.isEmpty ? "   " : "│  ")
            ) + branches(inner, after: below)
        }
    }

    private func lines(
        _ word: String,
        _ entry: PolicyOutline.Entry,
        first: String,
        others: String
    ) -> [String] {
        let title = (word + entry.title).onOneLine
        let notes = entry.notes.isEmpty ? "" : "(\(entry.notes))"
        let because = entry.because.map { "because \($0)".onOneLine }
        let fits = first.count + title.count + 2 + notes.count <= style.columns
        let below = [fits ? "" : notes, because ?? ""].filter { !$0.isEmpty }
        let line = first + title + (fits && !notes.isEmpty ? "  " + style.faint(notes) : "")
        let width = max(20, style.columns - others.count)
        return [line] + below.flatMap { $0.wrapped(to: width) }.map { others + style.faint($0) }
    }
}

extension PolicyOutline.Entry {
    /// The keys of the entry besides its title, in one line.
    var notes: String {
        let notes = [
            id, subject.map { "as \($0)" }, limit.map { "within \($0.inWords)" },
            severity == .advice ? "advice" : nil,
        ]
        return notes.compactMap(\.self).joined(separator: ", ").onOneLine
    }
}
