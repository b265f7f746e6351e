import PolicyLanguage

/// A comment of a policy, which is not part of its tree.
package struct Comment: Hashable, Sendable {
    package let line: Int
    /// The bytes from the `#` to the end of the line, without the line end.
    package let range: Range<Int>
    /// The text after the `#`.
    package let text: String
    /// True if the line contains nothing else.
    package let isAlone: Bool
}

/// Finds comments in a text whose tree is known. In YAML, every `#` outside of a text begins a comment.
struct CommentScanner {
    private let bytes: [UInt8]
    private let lineStarts: [Int]

    init(_ bytes: [UInt8], _ lineStarts: [Int]) {
        self.bytes = bytes
        self.lineStarts = lineStarts
    }

    /// - Parameter texts: The ranges of the texts of the tree, quotes included, in the order written.
    func comments(outside texts: [Range<Int>]) -> [Comment] {
        var found: [Comment] = []
        var line = 0
        var position = 0
        for text in texts + [bytes.count..<bytes.count] {
            // The header of a block, `|-`, may have a comment after it; the block begins on the next line.
            var start = text.lowerBound
            if start < text.upperBound, bytes[start] == 0x7C || bytes[start] == 0x3E {
                start = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
            }
            while position < start {
                guard bytes[position] == UInt8(ascii: "#") else {
                    position += 1
                    continue
                }
                while line + 1 < lineStarts.count, lineStarts[line + 1] <= position { line += 1 }
                let comment = comment(at: position, in: line)
                found.append(comment)
                position = comment.range.upperBound
            }
            position = max(position, text.upperBound)
        }
        return found
    }

    private func comment(at start: Int, in line: Int) -> Comment {
        var end = start
        while end < bytes.count, bytes[end] != 0x0A { end += 1 }
        if bytes[end - 1] == 0x0D { end -= 1 }
        return Comment(
            line: line + 1,
            range: start..<end,
            text: String(decoding: bytes[(start + 1)..<end], as: UTF8.self),
            isAlone: bytes[lineStarts[line]..<start].allSatisfy { $0 == 0x20 || $0 == 0x09 }
        )
    }
}
