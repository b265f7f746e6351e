/// Reads one JSON text where it lies, as RFC 8259 has it and nothing besides.
///
/// A text that is read to its end has only whole characters in its strings: no bytes that are not UTF-8,
/// and no half of a surrogate pair.
struct JSONScanner {
    /// How deeply arrays and objects may be nested in one another.
    static let deepest = 32

    let bytes: [UInt8]
    private let start: Int
    let end: Int
    var position: Int

    init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        start = range.lowerBound
        end = range.upperBound
        position = range.lowerBound
    }

    /// Reads a value whole, and refuses whatever follows it.
    mutating func onlyValue() throws(BadLine) -> JSONValue {
        let value = try value()
        try expectEnd()
        return value
    }

    mutating func expectEnd() throws(BadLine) {
        skipSpace()
        guard position == end else { throw fault("something follows the value") }
    }

    /// Reads a value and all that is in it.
    mutating func value(depth: Int = 0) throws(BadLine) -> JSONValue {
        skipSpace()
        guard position < end else { throw fault("a value is missing") }
        switch bytes[position] {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"):
            let first = position
            try object(depth: depth) { scanner, _ throws(BadLine) in
                _ = try scanner.value(depth: depth + 1)
            }
            return .object(first..<position)
        case UInt8(ascii: "["):
            let first = position
            try array(depth: depth) { scanner throws(BadLine) in
                _ = try scanner.value(depth: depth + 1)
            }
            return .array(first..<position)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .number(try number())
        default: return try literal()
        }
    }

    /// Reads an object; `member` reads the value of each key.
    mutating func object(
        depth: Int = 0,
        _ member: (inout JSONScanner, JSONText) throws(BadLine) -> Void
    ) throws(BadLine) {
        try open(depth)
        if take(UInt8(ascii: "}")) { return }
        repeat {
            skipSpace()
            guard position < end, bytes[position] == UInt8(ascii: "\"") else {
                throw fault("a key is missing")
            }
            let key = try string()
            guard take(UInt8(ascii: ":")) else { throw fault("a colon is missing after a key") }
            try member(&self, key)
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw fault("an object without its end") }
    }

    /// Reads an array; `element` reads each value.
    mutating func array(
        depth: Int = 0,
        _ element: (inout JSONScanner) throws(BadLine) -> Void
    ) throws(BadLine) {
        try open(depth)
        if take(UInt8(ascii: "]")) { return }
        repeat { try element(&self) } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw fault("an array without its end") }
    }

    private mutating func open(_ depth: Int) throws(BadLine) {
        guard depth < Self.deepest else {
            throw fault("nested more than \(Self.deepest) deep")
        }
        position += 1
    }

    /// Steps over a byte, and the space before it, if it is the next.
    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < end, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    mutating func skipSpace() {
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
                position += 1
            default: return
            }
        }
    }

    func fault(_ problem: String) -> BadLine {
        BadLine("not JSON at byte \(position - start + 1): \(problem)")
    }
}

/// A value, by where it lies.
enum JSONValue {
    case string(JSONText)
    case number(Range<Int>)
    case bool(Bool)
    case null
    case array(Range<Int>)
    case object(Range<Int>)

    var kind: String {
        switch self {
        case .string: "a string"
        case .number: "a number"
        case .bool: "a Boolean"
        case .null: "null"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// What stands between the quotes of a string.
struct JSONText {
    let range: Range<Int>
    /// Whether the bytes are the text itself, with no escapes among them.
    let isPlain: Bool
}
