extension SourceText {
    /// Where the text of the nearest item of a list above a line begins, which goes on in that line, unless one
    /// of the lines from there on has a `:`.
    package func itemWithoutColon(before line: Int) -> SourceLocation? {
        var end = startOfLine(line)
        let indentation = bytes[end...].prefix { $0 == UInt8(ascii: " ") }.count
        var number = line
        while end > 0 {
            let start = bytes[..<(end - 1)].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            let content = bytes[start..<end]
            number -= 1
            guard !content.contains(UInt8(ascii: ":")) else { return nil }
            let item = content.drop { $0 == UInt8(ascii: " ") }
            if item.starts(with: "- ".utf8) {
                guard indentation > item.startIndex - start else { return nil }
                let text = item.dropFirst().drop { $0 == UInt8(ascii: " ") }
                let column = text.startIndex - start + 1
                return SourceLocation(file: file, line: number, column: column)
            }
            end = start
        }
        return nil
    }

    /// The offset of a line's first byte, or of the end.
    private func startOfLine(_ line: Int) -> Int {
        var offset = 0
        for _ in 1..<line {
            guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) else {
                return bytes.count
            }
            offset = end + 1
        }
        return offset
    }
}
