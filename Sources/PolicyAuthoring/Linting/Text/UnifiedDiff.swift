import PolicyLanguage
import Text

/// The changes between two texts in the form of `diff -u`, which patch(1) and `git apply` accept.
package struct UnifiedDiff {
    /// The number of unchanged lines around a change.
    private static let context = 3

    private let old: [ArraySlice<UInt8>]
    private let new: [ArraySlice<UInt8>]
    private let file: String

    package init(from old: [UInt8], to new: [UInt8], file: String) {
        self.old = old.lines
        self.new = new.lines
        self.file = file
    }

    /// The diff, empty if nothing changed.
    package var text: String {
        let changes = LineChanges(from: old, to: new).all
        guard !changes.isEmpty else { return "" }
        let name = file.asDiffsNameIt
        return "--- \(name)\n+++ \(name)\n" + hunks(changes).map(text).joined()
    }

    /// Groups changes whose contexts meet into one hunk.
    private func hunks(_ changes: [LineChange]) -> [[LineChange]] {
        changes.reduce(into: []) { hunks, change in
            if let last = hunks.last?.last,
                change.old.lowerBound - last.old.upperBound <= 2 * Self.context
            {
                hunks[hunks.count - 1].append(change)
            } else {
                hunks.append([change])
            }
        }
    }

    private func text(_ hunk: [LineChange]) -> String {
        guard let first = hunk.first, let last = hunk.last else { return "" }
        let before = min(Self.context, first.old.lowerBound)
        let after = min(Self.context, old.count - last.old.upperBound)
        let oldRange = first.old.lowerBound - before..<last.old.upperBound + after
        let newRange = first.new.lowerBound - before..<last.new.upperBound + after
        var text = "@@ -\(Self.header(oldRange)) +\(Self.header(newRange)) @@\n"
        var position = oldRange.lowerBound
        for change in hunk {
            for line in old[position..<change.old.lowerBound] { text += Self.line(" ", line) }
            for line in old[change.old] { text += Self.line("-", line) }
            for line in new[change.new] { text += Self.line("+", line) }
            position = change.old.upperBound
        }
        for line in old[position..<oldRange.upperBound] { text += Self.line(" ", line) }
        return text
    }

    /// Returns the first line and the number of lines. An empty range is named by the line before it.
    private static func header(_ range: Range<Int>) -> String {
        range.isEmpty ? "\(range.lowerBound),0" : "\(range.lowerBound + 1),\(range.count)"
    }

    private static func line(_ mark: String, _ line: ArraySlice<UInt8>) -> String {
        let text = mark + String(decoding: line, as: UTF8.self)
        return line.last == 0x0A ? text : text + "\n\\ No newline at end of file\n"
    }
}

extension String {
    /// The file name, in quotes if it needs them, and followed by a tab if it contains a space.
    fileprivate var asDiffsNameIt: String {
        let quoted = written(in: .diffName)
        guard quoted == "\"\(self)\"" else { return quoted }
        return contains(" ") ? self + "\t" : self
    }
}

extension [UInt8] {
    /// The lines, each with its end.
    fileprivate var lines: [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = startIndex
        for index in indices where self[index] == 0x0A {
            lines.append(self[start...index])
            start = index + 1
        }
        if start < endIndex { lines.append(self[start...]) }
        return lines
    }
}
