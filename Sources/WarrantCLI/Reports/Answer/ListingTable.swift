import Kernel
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage
import Text

/// The rows of a listing in the style of ls(1) `-l`, with the permitted operations first.
///
/// The columns do not wait for all rows: each is as wide as its widest cell so far.
struct ListingTable {
    /// The headings of the columns.
    static let header = [
        "may".padded(to: lettersWidth), "mode".padded(to: modeWidth),
        "owners".padded(to: leastOwnersWidth), "name",
    ].joined(separator: "  ")
    private static let lettersWidth = 5
    private static let modeWidth = 11
    private static let leastOwnersWidth = 13

    private let top: String
    private let style: Style
    private var ownersWidth = Self.leastOwnersWidth
    /// Consecutive entries of one directory that permit nothing.
    private var idle: [ListedEntry] = []

    init(below top: String, _ style: Style) {
        self.top = top
        self.style = style
    }

    mutating func text(_ entries: [ListedEntry]) -> String {
        var lines: [String] = []
        for entry in entries {
            if let last = idle.last, folder(of: last) != folder(of: entry) { lines += endIdle() }
            if isIdle(entry) {
                idle.append(entry)
                continue
            }
            lines += endIdle() + self.lines(entry)
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Returns whether the entry may be joined with others. A directory and a link may not: their rows show whether the
    /// directory is entered, and the target of the link.
    private func isIdle(_ entry: ListedEntry) -> Bool {
        guard let kind = entry.facts?.kind, kind != .directory, kind != .symbolicLink else {
            return false
        }
        return entry.rights.allowsNothing
    }

    mutating func ending() -> String { endIdle().map { $0 + "\n" }.joined() }

    /// Shows a single idle entry as it is, and several as one row.
    private mutating func endIdle() -> [String] {
        defer { idle = [] }
        guard idle.count > 1, let first = idle.first, let last = idle.last else {
            return idle.first.map { lines($0) } ?? []
        }
        let names = "\(name(first)) to \(name(last))"
        return [row("--- -", "", "\(idle.count) entries", names)]
    }

    private mutating func lines(_ entry: ListedEntry) -> [String] {
        let facts = entry.facts
        var name = self.name(entry)
        if let target = facts?.target { name += " -> \(target.onOneLine)" }
        if let mounted = facts?.mounted { name += "  (\(mounted) mounted)" }
        let letters = entry.rights.letters
        let head = row(
            letters,
            facts?.symbolicMode ?? "?",
            facts?.owners.onOneLine ?? "?",
            name
        )
        guard let note = note(entry) else { return [head] }
        let indent = String(repeating: " ", count: 7)
        return [head] + note.onOneLine.wrapped(to: style.columns - 7).map { indent + $0 }
    }

    private mutating func row(
        _ letters: String,
        _ mode: String,
        _ owners: String,
        _ name: String
    ) -> String {
        ownersWidth = max(ownersWidth, owners.count)
        return [letters, mode.padded(to: Self.modeWidth), owners.padded(to: ownersWidth), name]
            .joined(separator: "  ")
    }

    private func note(_ entry: ListedEntry) -> String? {
        switch entry.closed {
        case nil: nil
        case .notKnown(let why): "its entries are not known: it \(why)"
        case .outOfReach(let count, let why): outOfReach(count) + (why.map { ": \($0)" } ?? "")
        }
    }

    private func outOfReach(_ count: Int?) -> String {
        switch count {
        case nil: "its entries are out of reach"
        case 0?: "it is empty, and new entries would be out of reach"
        case 1?: "its entry is out of reach"
        case let count?: "its \(count) entries are out of reach"
        }
    }

    /// Returns the path relative to the listed directory.
    private func name(_ entry: ListedEntry) -> String {
        guard entry.path != top else { return top.onOneLine }
        let start = top.endsInSlash ? top : top + "/"
        let name =
            entry.path.utf8.starts(with: start.utf8)
            ? String(Substring(entry.path.utf8.dropFirst(start.utf8.count))) : entry.path
        return name.onOneLine
    }

    private func folder(of entry: ListedEntry) -> Substring {
        entry.path.prefix(upTo: entry.path.lastSlash ?? entry.path.startIndex)
    }
}
