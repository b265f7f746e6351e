package import PolicyLanguage

/// The text of a policy as written, and the extents of the parts of its tree.
package struct PolicyText: Sendable {
    /// The extent of a text, a list or a mapping. Lines and columns are counted as in ``SourceLocation``.
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
    private let places: TextPlaces
    private let textEnds: [Place: Place]
    private let collectionEnds: [Place: Place]

    /// - Parameter extents: The extents of every text, in the order written, and of every list and mapping.
    package init(_ bytes: [UInt8], file: String, extents: [Extent]) {
        self.bytes = bytes
        self.file = file
        let places = TextPlaces(bytes)
        self.places = places
        let texts = extents.filter { !$0.isCollection }
        textEnds = Self.ends(texts)
        collectionEnds = Self.ends(extents.filter(\.isCollection))
        let covered = texts.map { extent in
            let start = places.offset(of: extent.start)
            return start..<max(start, places.offset(of: extent.end))
        }
        comments = CommentScanner(bytes, places.lineStarts).comments(outside: covered)
    }

    private static func ends(_ extents: [Extent]) -> [Place: Place] {
        var ends = [Place: Place](minimumCapacity: extents.count)
        for extent in extents where ends[extent.start] == nil { ends[extent.start] = extent.end }
        return ends
    }

    package var lineCount: Int { places.lineStarts.count - 1 }

    /// Returns the bytes of a line, including its end; lines are counted from 1.
    package func range(ofLine line: Int) -> Range<Int> {
        places.lineStarts[line - 1]..<places.lineStarts[line]
    }

    /// Returns a line without its end, or nil if there is no such line.
    package func line(_ number: Int) -> String? {
        guard (1...max(1, lineCount)).contains(number), lineCount > 0 else { return nil }
        let line = bytes[range(ofLine: number)]
        return String(decoding: line.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    }

    /// Returns the bytes of the text that begins at a place, quotes included.
    package func range(ofText location: SourceLocation) -> Range<Int>? {
        range(from: location, textEnds)
    }

    /// Returns the bytes of the list or mapping that begins at a place.
    package func range(ofCollection location: SourceLocation) -> Range<Int>? {
        range(from: location, collectionEnds)
    }

    private func range(from location: SourceLocation, _ ends: [Place: Place]) -> Range<Int>? {
        let place = Place(line: location.line, column: location.column)
        guard let end = ends[place] else { return nil }
        let start = places.offset(of: place)
        return start..<max(start, places.offset(of: end))
    }

    /// Returns the line that contains a byte.
    package func line(at offset: Int) -> Int { places.line(at: offset) }

    /// Returns whether a comment begins in the range.
    func hasComment(in range: Range<Int>) -> Bool {
        var (low, high) = (0, comments.count)
        while low < high {
            let middle = (low + high) / 2
            if comments[middle].range.lowerBound < range.lowerBound {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < comments.count && comments[low].range.lowerBound < range.upperBound
    }

    /// Returns whether a line contains only a comment.
    func isComment(line: Int) -> Bool {
        guard line > 0, hasComment(in: range(ofLine: line)) else { return false }
        let first = bytes[range(ofLine: line)].first { $0 != 0x20 && $0 != 0x09 }
        return first == UInt8(ascii: "#")
    }

    func location(at offset: Int) -> SourceLocation {
        let line = line(at: offset)
        let column = bytes[range(ofLine: line).lowerBound..<offset].count { $0 & 0xC0 != 0x80 } + 1
        return SourceLocation(file: file, line: line, column: column)
    }
}

extension PolicyText {
    /// Returns edits that write a value differently, within its existing quotes.
    ///
    /// - Parameter change: Receives the value as written, without parameters filled in; nil keeps it.
    /// - Returns: An empty list for a value with several lines or with escapes, whose text differs from its value.
    package func edits(
        of value: Located<String>,
        _ change: (String) -> String?
    ) -> [TextEdit] {
        guard var range = range(ofText: value.location), !range.isEmpty else { return [] }
        let quote = bytes[range.lowerBound]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            guard range.count >= 2 else { return [] }
            range = range.lowerBound + 1..<range.upperBound - 1
        }
        let written = bytes[range]
        let special: [UInt8] = [0x0A, UInt8(ascii: "\\"), UInt8(ascii: "'")]
        guard !written.contains(where: special.contains) else { return [] }
        let text = String(decoding: written, as: UTF8.self)
        guard let changed = change(text), changed != text else { return [] }
        return [TextEdit(range, changed.utf8)]
    }
}
