import TestSupport

/// JSON texts, half of them with a few changed bytes.
struct RandomJSON {
    var random: SplitMix

    mutating func next() -> [UInt8] {
        var text = value(depth: 0)
        guard Bool.random(using: &random) else { return text }
        for _ in 0...Int.random(in: 0..<3, using: &random) { mutate(&text) }
        return text
    }

    /// Returns a string with its quotes.
    mutating func string() -> [UInt8] {
        var text: [UInt8] = [UInt8(ascii: "\"")]
        for _ in 0..<Int.random(in: 0..<8, using: &random) { text += character() }
        return text + [UInt8(ascii: "\"")]
    }

    private mutating func value(depth: Int) -> [UInt8] {
        switch Int.random(in: 0..<(depth < 5 ? 7 : 4), using: &random) {
        case 0: Array(pick(["true", "false", "null"]).utf8)
        case 1: number()
        case 2, 3: string()
        case 4: list("[", "]", depth) { $0.value(depth: depth + 1) }
        default:
            list("{", "}", depth) { text in
                let key = text.string()
                return key + text.space() + Array(":".utf8) + text.space()
                    + text.value(depth: depth + 1)
            }
        }
    }

    private mutating func list(
        _ open: String,
        _ close: String,
        _ depth: Int,
        _ element: (inout RandomJSON) -> [UInt8]
    ) -> [UInt8] {
        var text = Array(open.utf8) + space()
        for index in 0..<Int.random(in: 0..<4, using: &random) {
            if index > 0 { text += Array(",".utf8) + space() }
            text += element(&self) + space()
        }
        return text + Array(close.utf8)
    }

    private mutating func number() -> [UInt8] {
        let sign = pick(["", "-"])
        let whole = pick(["0", "7", "10", "4294967295", "18446744073709551616"])
        let fraction = pick(["", "", ".0", ".25"])
        let exponent = pick(["", "", "e1", "E+2", "e-3"])
        return Array("\(sign)\(whole)\(fraction)\(exponent)".utf8)
    }

    private mutating func character() -> [UInt8] {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return Array(pick(["\\n", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\r", "\\t"]).utf8)
        case 1:
            return Array(pick(["\\u0041", "\\u00e9", "\\u20AC", "\\uD83D\\uDE00", "\\u0000"]).utf8)
        case 2: return Array(pick(["é", "€", "😀", "\u{7F}", "\u{2028}"]).utf8)
        default: return [UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &random)]
        }
    }

    private mutating func space() -> [UInt8] { Array(pick(["", "", " ", "\t", "\r\n"]).utf8) }

    private mutating func mutate(_ text: inout [UInt8]) {
        guard let index = text.indices.randomElement(using: &random) else { return }
        // A NUL is left out: Foundation would take the text for UTF-16.
        let byte = UInt8.random(in: 1...255, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: text[index] = byte
        case 1: text.insert(byte, at: index)
        case 2: text.remove(at: index)
        default: text.insert(pick(Array("{}[]\",:\\0e.-u".utf8)), at: index)
        }
    }

    private mutating func pick<Element>(_ all: [Element]) -> Element {
        all[Int.random(in: 0..<all.count, using: &random)]
    }
}
