import Text

/// The bytes of a policy file. An author must see the same text as the parser.
package struct SourceText: Sendable {
    let bytes: [UInt8]
    package let file: String

    package init(_ bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
    }

    /// The first problem: too many bytes, bytes that are not UTF-8, a directive, or a character that editors do not
    /// show, such as NUL or one that changes the direction of writing.
    package var problem: Diagnostic? {
        if bytes.count > Limits.bytes { return .fileTooLarge(at: place(ofByte: 0)) }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return .isUTF16(at: place(ofByte: 0))
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return .byteOrderMark(at: place(ofByte: 0)) }
        if let offset = bytes.firstIndex(of: 0) { return .notText(at: place(ofByte: offset)) }
        if let offset = firstMalformed {
            return .notUTF8(bytes[offset], at: place(ofByte: offset))
        }
        if let offset = firstInvisible {
            return .invisible(scalar(at: offset), at: place(ofByte: offset))
        }
        return firstDirective.map { .directive(at: place(ofByte: $0)) }
    }

    /// Returns the character at a place, for a message about it.
    package func character(line: Int, column: Int) -> String? {
        var rest = bytes[...]
        for _ in 1..<line {
            guard let end = rest.firstIndex(of: 0x0A) else { return nil }
            rest = rest[(end + 1)...]
        }
        // A character has at most four bytes.
        let start = String(decoding: rest.prefix(4 * column), as: UTF8.self)
        return start.unicodeScalars.dropFirst(column - 1).first.map { String($0) }
    }

    private var firstMalformed: Int? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }

    /// The offset of the first character that does not belong in a text file.
    private var firstInvisible: Int? {
        let span = bytes.span
        for offset in span.indices {
            switch span[offset] {
            case 0x20...0x7E, 0x09, 0x0A: continue
            // Lines end with CR LF or LF. Editors disagree about a lone CR.
            case 0x0D where offset + 1 < span.count && span[offset + 1] == 0x0A: continue
            case 0x00...0x1F, 0x7F: return offset
            // Only these bytes begin characters of the categories below.
            case 0xC2, 0xD8...0xDC, 0xE0...0xF4:
                if scalar(at: offset).isInvisible { return offset }
            default: continue
            }
        }
        return nil
    }

    /// The offset of the first line that begins with `%`.
    ///
    /// A policy needs no directive, and libyaml takes quadratic time over many.
    private var firstDirective: Int? {
        let span = bytes.span
        for offset in span.indices where span[offset] == UInt8(ascii: "%") {
            if offset == 0 || span[offset - 1] == 0x0A { return offset }
        }
        return nil
    }

    private func scalar(at offset: Int) -> Unicode.Scalar {
        let character = bytes[offset..<min(offset + 4, bytes.count)]
        return String(decoding: character, as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
    }

    private func place(ofByte offset: Int) -> SourceLocation {
        let before = bytes[..<offset]
        let line = before.count { $0 == 0x0A } + 1
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        // Each character has exactly one byte that does not continue another.
        let column = bytes[start..<offset].count { $0 & 0xC0 != 0x80 } + 1
        return SourceLocation(file: file, line: line, column: column)
    }
}

extension SourceText {
    /// Returns the start of the nearest list item above a line if its text continues in that line. Returns nil if a
    /// line in between contains a `:`.
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

    /// Returns the offset of a line's first byte, or of the end of the text.
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
