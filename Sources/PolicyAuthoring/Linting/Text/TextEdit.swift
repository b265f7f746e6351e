/// A change of a text: a range of its bytes, and their replacement.
package struct TextEdit: Hashable, Sendable {
    package let range: Range<Int>
    package let replacement: [UInt8]

    package init(_ range: Range<Int>, _ replacement: some Sequence<UInt8> = []) {
        self.range = range
        self.replacement = Array(replacement)
    }
}

extension [UInt8] {
    /// Returns the text after some edits, none of which overlap.
    package func applying(_ edits: [TextEdit]) -> [UInt8] {
        var result: [UInt8] = []
        var position = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            result += self[position..<edit.range.lowerBound]
            result += edit.replacement
            position = edit.range.upperBound
        }
        return result + self[position...]
    }
}
