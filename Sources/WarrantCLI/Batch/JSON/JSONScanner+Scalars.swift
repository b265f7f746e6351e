extension JSONScanner {
    mutating func literal() throws(BadLine) -> JSONValue {
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

    mutating func number() throws(BadLine) -> Range<Int> {
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

    private mutating func digits() throws(BadLine) {
        let first = position
        while position < end, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
        guard position > first else { throw fault("a digit is missing") }
    }
}
