extension JSONScanner {
    mutating func string() throws(BadLine) -> JSONText {
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

    /// The UTF-8 of a string, its escapes undone.
    func text(_ text: JSONText) -> [UInt8] {
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

    func words(_ text: JSONText) -> String {
        text.isPlain
            ? String(decoding: bytes[text.range], as: UTF8.self)
            : String(decoding: self.text(text), as: UTF8.self)
    }

    /// Reads an escape, both of them where they are a surrogate pair.
    private mutating func escaped() throws(BadLine) -> Unicode.Scalar {
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

    private mutating func codePoint() throws(BadLine) -> Unicode.Scalar {
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

    /// `\u` and four hexadecimal digits.
    private mutating func codeUnit() throws(BadLine) -> UInt16 {
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

    /// Steps over a character of two bytes or more, by the table of RFC 3629.
    private mutating func skipCharacter() throws(BadLine) {
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
