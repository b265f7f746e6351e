/// The offsets of lines and characters in a text. A single line may be as long as the whole text.
struct TextPlaces {
    /// The number of characters between two known offsets.
    private static let step = 128

    private let bytes: [UInt8]
    /// The offset of each line, and of the line after the last.
    let lineStarts: [Int]
    /// The number of characters before each line.
    private let characters: [Int]
    /// The offset of every 128th character.
    private let known: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var (starts, characters, known) = ([0], [0], [Int]())
        var count = 0
        for (offset, byte) in bytes.enumerated() {
            // Each character has exactly one byte that does not continue another.
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

    /// Returns the offset of a place, or the end of the text for a place after it.
    func offset(of place: PolicyText.Place) -> Int {
        // libyaml places the end of a construct that ends with the text on the line after the last.
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

    /// Returns the line that contains a byte.
    func line(at offset: Int) -> Int {
        var (low, high) = (0, lineStarts.count - 1)
        while low + 1 < high {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }
}
