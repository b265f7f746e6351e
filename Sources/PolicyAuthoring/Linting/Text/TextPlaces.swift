/// Where the lines of a text begin, and its characters lie: a line may be as long as the whole text.
struct TextPlaces {
    /// How many characters lie between two whose offset is known.
    private static let step = 128

    private let bytes: [UInt8]
    /// The offset of each line, and of what one after the last would be.
    let lineStarts: [Int]
    /// How many characters stand before each line.
    private let characters: [Int]
    /// The offset of every so many characters.
    private let known: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var (starts, characters, known) = ([0], [0], [Int]())
        var count = 0
        for (offset, byte) in bytes.enumerated() {
            // A character has one byte that does not continue another.
            if byte & 0xC0 != 0x80 {
                if count % Self.step == 0 { known.append(offset) }
                count += 1
            }
            if byte == 0x0A {
                starts.append(offset + 1)
                characters.append(count)
            }
        }
        if starts.last != bytes.count { starts.append(bytes.count) }
        lineStarts = starts
        self.characters = characters
        self.known = known
    }

    /// The offset of a place; that of the end for one behind it.
    func offset(of place: PolicyText.Place) -> Int {
        // libyaml ends what ends with the text in a line after the last.
        guard place.line <= characters.count else { return bytes.count }
        let character = characters[place.line - 1] + place.column - 1
        guard character / Self.step < known.count else { return bytes.count }
        var offset = known[character / Self.step]
        for _ in 0..<character % Self.step where offset < bytes.count {
            offset += 1
            while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
        }
        return offset
    }

    /// The line in which a byte is.
    func line(at offset: Int) -> Int {
        var (low, high) = (0, lineStarts.count - 1)
        while low + 1 < high {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }
}
