package import PolicyLanguage

/// The text of a policy as it was written, and where in it the parts of the tree begin and end.
package struct PolicyText: Sendable {
    /// Where a text, a list or a mapping stands; its lines and columns are counted as in ``SourceLocation``.
    package struct Extent: Sendable {
        package let start: Place
        package let end: Place
        package let isCollection: Bool

        package init(_ start: Place, _ end: Place, isCollection: Bool) {
            self.start = start
            self.end = end
            self.isCollection = isCollection
        }
    }

    package struct Place: Hashable, Sendable {
        package let line: Int
        package let column: Int

        package init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }
    }

    package let file: String
    package let bytes: [UInt8]
    package let comments: [Comment]
    /// Where each line begins, and where one after the last would.
    private let lineStarts: [Int]
    private let textEnds: [Place: Place]
    private let collectionEnds: [Place: Place]

    /// - Parameter extents: Of every text, in the order written, and of every list and mapping.
    package init(_ bytes: [UInt8], file: String, extents: [Extent]) {
        self.bytes = bytes
        self.file = file
        let starts = bytes.lineStarts
        lineStarts = starts
        let texts = extents.filter { !$0.isCollection }
        textEnds = Self.ends(texts)
        collectionEnds = Self.ends(extents.filter(\.isCollection))
        let covered = texts.map { extent in
            let start = bytes.offset(of: extent.start, starts)
            return start..<max(start, bytes.offset(of: extent.end, starts))
        }
        comments = CommentScanner(bytes, starts).comments(outside: covered)
    }

    private static func ends(_ extents: [Extent]) -> [Place: Place] {
        Dictionary(extents.map { ($0.start, $0.end) }) { first, _ in first }
    }

    package var lineCount: Int { lineStarts.count - 1 }

    /// The bytes of a line, its end included; lines are counted from 1.
    package func range(ofLine line: Int) -> Range<Int> {
        lineStarts[line - 1]..<lineStarts[line]
    }

    /// A line without its end; nil for a line that there is not.
    package func line(_ number: Int) -> String? {
        guard (1...max(1, lineCount)).contains(number), lineCount > 0 else { return nil }
        let line = bytes[range(ofLine: number)]
        return String(decoding: line.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    }

    /// The bytes of the text that begins at a place, quotes included.
    package func range(ofText location: SourceLocation) -> Range<Int>? {
        range(from: location, textEnds)
    }

    /// The bytes of the list or mapping that begins at a place.
    package func range(ofCollection location: SourceLocation) -> Range<Int>? {
        range(from: location, collectionEnds)
    }

    private func range(from location: SourceLocation, _ ends: [Place: Place]) -> Range<Int>? {
        let place = Place(line: location.line, column: location.column)
        guard let end = ends[place] else { return nil }
        let start = bytes.offset(of: place, lineStarts)
        return start..<max(start, bytes.offset(of: end, lineStarts))
    }

    /// The line in which a byte is.
    package func line(at offset: Int) -> Int {
        var (low, high) = (0, lineStarts.count - 1)
        while low + 1 < high {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    func location(at offset: Int) -> SourceLocation {
        let line = line(at: offset)
        let column = bytes[lineStarts[line - 1]..<offset].count { $0 & 0xC0 != 0x80 } + 1
        return SourceLocation(file: file, line: line, column: column)
    }
}

extension [UInt8] {
    fileprivate var lineStarts: [Int] {
        var starts = [0]
        for index in indices where self[index] == 0x0A { starts.append(index + 1) }
        if starts.last != count { starts.append(count) }
        return starts
    }

    fileprivate func offset(of place: PolicyText.Place, _ starts: [Int]) -> Int {
        // libyaml ends what ends with the text in a line after the last.
        guard place.line <= starts.count else { return count }
        var offset = starts[place.line - 1]
        var left = place.column - 1
        while left > 0, offset < count {
            offset += 1
            // A character has one byte that does not continue another.
            while offset < count, self[offset] & 0xC0 == 0x80 { offset += 1 }
            left -= 1
        }
        return offset
    }
}
