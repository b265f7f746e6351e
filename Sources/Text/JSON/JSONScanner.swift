/// Reads one JSON text in place. It accepts RFC 8259 and no extensions.
///
/// In a text that was read to its end, strings hold only whole characters: valid UTF-8, and no half of a surrogate
/// pair.
package struct JSONScanner {
    /// The largest nesting depth of arrays and objects.
    package static let deepest = 32

    package let bytes: [UInt8]
    private let start: Int
    package let end: Int
    package var position: Int

    package init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        start = range.lowerBound
        end = range.upperBound
        position = range.lowerBound
    }

    /// Reads a whole value, and refuses any text after it.
    package mutating func onlyValue() throws(InvalidJSON) -> JSONValue {
        let value = try value()
        try expectEnd()
        return value
    }

    package mutating func expectEnd() throws(InvalidJSON) {
        skipSpace()
        guard position == end else { throw fault("something follows the value") }
    }

    /// Reads a value with all its parts.
    package mutating func value(depth: Int = 0) throws(InvalidJSON) -> JSONValue {
        skipSpace()
        guard position < end else { throw fault("a value is missing") }
        switch bytes[position] {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"):
            let first = position
            try object(depth: depth) { scanner, _ throws(InvalidJSON) in
                _ = try scanner.value(depth: depth + 1)
            }
            return .object(first..<position)
        case UInt8(ascii: "["):
            let first = position
            try array(depth: depth) { scanner throws(InvalidJSON) in
                _ = try scanner.value(depth: depth + 1)
            }
            return .array(first..<position)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .number(try number())
        default: return try literal()
        }
    }

    /// Reads an object; `member` reads the value of each key.
    package mutating func object(
        depth: Int = 0,
        _ member: (inout JSONScanner, JSONText) throws(InvalidJSON) -> Void
    ) throws(InvalidJSON) {
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
    package mutating func array(
        depth: Int = 0,
        _ element: (inout JSONScanner) throws(InvalidJSON) -> Void
    ) throws(InvalidJSON) {
        try open(depth)
        if take(UInt8(ascii: "]")) { return }
        repeat { try element(&self) } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw fault("an array without its end") }
    }

    private mutating func open(_ depth: Int) throws(InvalidJSON) {
        guard depth < Self.deepest else {
            throw fault("nested more than \(Self.deepest) deep")
        }
        position += 1
    }

    /// Skips white space, and then the byte if it comes next.
    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < end, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    package mutating func skipSpace() {
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
                position += 1
            default: return
            }
        }
    }

    func fault(_ problem: String) -> InvalidJSON {
        InvalidJSON("not JSON at byte \(position - start + 1): \(problem)")
    }
}

/// The place of a value.
package enum JSONValue {
    case string(JSONText)
    case number(Range<Int>)
    case bool(Bool)
    case null
    case array(Range<Int>)
    case object(Range<Int>)

    package var kind: String {
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

/// The bytes between the quotes of a string.
package struct JSONText {
    let range: Range<Int>
    /// True if the bytes contain no escapes and so are the text itself.
    let isPlain: Bool
}

extension JSONScanner {
    mutating func literal() throws(InvalidJSON) -> JSONValue {
        if takeWord("true") { return .bool(true) }
        if takeWord("false") { return .bool(false) }
        if takeWord("null") { return .null }
        throw fault("a value is missing")
    }

    private mutating func takeWord(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard end - position >= count,
            bytes[position..<position + count].elementsEqual(word.description.utf8)
        else { return false }
        position += count
        return true
    }

    mutating func number() throws(InvalidJSON) -> Range<Int> {
        let first = position
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        let whole = position
        try digits()
        if bytes[whole] == UInt8(ascii: "0"), position > whole + 1 {
            position = whole
            throw fault("a number begins with a zero")
        }
        if position < end, bytes[position] == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < end,
                bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
            {
                position += 1
            }
            try digits()
        }
        return first..<position
    }

    private mutating func digits() throws(InvalidJSON) {
        let first = position
        while position < end, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
        guard position > first else { throw fault("a digit is missing") }
    }
}

extension JSONScanner {
    mutating func string() throws(InvalidJSON) -> JSONText {
        position += 1
        let first = position
        var isPlain = true
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return JSONText(range: first..<position - 1, isPlain: isPlain)
            case UInt8(ascii: "\\"):
                isPlain = false
                _ = try escaped()
            case 0..<0x20: throw fault("a control character in a string; escape it")
            case 0x20..<0x80: position += 1
            default: try skipCharacter()
            }
        }
        throw fault("a string without its end")
    }

    /// Returns the UTF-8 of a string with its escapes decoded.
    package func text(_ text: JSONText) -> [UInt8] {
        guard !text.isPlain else { return Array(bytes[text.range]) }
        var decoded: [UInt8] = []
        var rest = JSONScanner(bytes, in: text.range)
        while rest.position < rest.end {
            if bytes[rest.position] == UInt8(ascii: "\\"), let scalar = try? rest.escaped() {
                decoded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            } else {
                decoded.append(bytes[rest.position])
                rest.position += 1
            }
        }
        return decoded
    }

    package func words(_ text: JSONText) -> String {
        text.isPlain
            ? String(decoding: bytes[text.range], as: UTF8.self)
            : String(decoding: self.text(text), as: UTF8.self)
    }

    /// Reads an escape, or both escapes of a surrogate pair.
    private mutating func escaped() throws(InvalidJSON) -> Unicode.Scalar {
        guard position + 1 < end else { throw fault("a string without its end") }
        let byte = bytes[position + 1]
        if byte == UInt8(ascii: "u") { return try codePoint() }
        guard let scalar = Self.escapes[byte] else { throw fault("an unknown escape") }
        position += 2
        return scalar
    }

    private static let escapes: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
        UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
        UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]

    private mutating func codePoint() throws(InvalidJSON) -> Unicode.Scalar {
        let first = position
        let high = try codeUnit()
        if let scalar = Unicode.Scalar(high) { return scalar }
        if high < 0xDC00, position + 1 < end, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        {
            let low = try codeUnit()
            if 0xDC00..<0xE000 ~= low { return UTF16.decode(UTF16.EncodedScalar([high, low])) }
        }
        position = first
        throw fault("half of a surrogate pair")
    }

    /// Reads `\u` and four hexadecimal digits.
    private mutating func codeUnit() throws(InvalidJSON) -> UInt16 {
        guard position + 6 <= end else { throw fault("four hexadecimal digits are missing") }
        var unit: UInt16 = 0
        for byte in bytes[position + 2..<position + 6] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw fault("four hexadecimal digits are missing")
            }
            unit = unit << 4 | UInt16(digit)
        }
        position += 6
        return unit
    }

    /// Skips a character of two or more bytes, by the table of RFC 3629.
    private mutating func skipCharacter() throws(InvalidJSON) {
        let (count, second): (Int, ClosedRange<UInt8>) =
            switch bytes[position] {
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: throw fault("bytes that are not UTF-8")
            }
        guard position + count <= end, second.contains(bytes[position + 1]),
            bytes[position + 2..<position + count].allSatisfy({ 0x80...0xBF ~= $0 })
        else { throw fault("bytes that are not UTF-8") }
        position += count
    }
}
