import LinuxSystem

/// Reads the lines of a file, with one read(2) at a time. It keeps at most one line between reads.
struct LineReader: ~Copyable {
    enum Line {
        /// The range of the line in the buffer, without the line end.
        case whole(Range<Int>)
        case tooLong
    }

    /// A line longer than this is not kept.
    static let longestLine = 1 << 20
    private static let readSize = 1 << 18

    private let input: InputFile
    private(set) var buffer: [UInt8]
    /// The bytes that were read and not yet taken.
    private var rest = 0..<0
    /// The number of these bytes that are known to contain no line end.
    private var searched = 0
    private var isSkipping = false
    private var isAtEnd = false

    init(_ input: consuming InputFile) {
        self.input = input
        buffer = [UInt8](repeating: 0, count: Self.readSize)
    }

    /// True if the next read would have to wait for the writer.
    var mustWait: Bool { input.wouldBlock() }

    /// Reads more bytes, and waits for them. All lines must be taken before.
    ///
    /// - Returns: True if more may follow.
    mutating func fill() throws(SystemError) -> Bool {
        makeRoom()
        let count = try input.read(into: &buffer, from: rest.upperBound)
        rest = rest.lowerBound..<rest.upperBound + count
        isAtEnd = count == 0
        return !isAtEnd
    }

    /// Returns the next line that was read, or nil if its end was not read yet.
    mutating func next() -> Line? {
        guard
            let newline = buffer[rest.lowerBound + searched..<rest.upperBound].firstIndex(of: 0x0A)
        else { return lastLine() }
        let line = rest.lowerBound..<newline
        rest = newline + 1..<rest.upperBound
        searched = 0
        return ended(line)
    }

    private mutating func lastLine() -> Line? {
        searched = rest.count
        guard isAtEnd, isSkipping || !rest.isEmpty else { return nil }
        let line = rest
        rest = 0..<0
        searched = 0
        return ended(line)
    }

    private mutating func ended(_ line: Range<Int>) -> Line {
        defer { isSkipping = false }
        return isSkipping || line.count > Self.longestLine ? .tooLong : .whole(line)
    }

    private mutating func makeRoom() {
        if isSkipping || rest.count > Self.longestLine {
            isSkipping = true
            rest = 0..<0
            searched = 0
        }
        if rest.lowerBound > 0 {
            for index in 0..<rest.count { buffer[index] = buffer[rest.lowerBound + index] }
            rest = 0..<rest.count
        }
        let missing = rest.upperBound + Self.readSize - buffer.count
        if missing > 0 { buffer.append(contentsOf: repeatElement(0, count: missing)) }
    }
}
