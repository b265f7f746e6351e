/// The words of a setting's value.
///
/// - SeeAlso: `extract_first_word` in src/basic/extract-word.c of systemd.
struct SettingWords {
    /// The words have an unbalanced quote, or an escape that does not exist.
    struct Invalid: Error {}

    struct Options: OptionSet {
        let rawValue: Int

        /// Quotes enclose text with separators, and are removed. Without it they are ordinary characters.
        static let quotes = Self(rawValue: 1 << 0)
        /// A backslash begins an escape of C, such as `\x20`. Without it, it makes the next character ordinary.
        static let cEscapes = Self(rawValue: 1 << 1)
        /// With ``cEscapes``, a backslash may precede a separator too.
        static let escapedSeparators = Self(rawValue: 1 << 2)
        /// A backslash is an ordinary character.
        static let keepsBackslashes = Self(rawValue: 1 << 3)
        /// Each separator ends a word, which may be empty.
        static let emptyWords = Self(rawValue: 1 << 4)
        /// An escape that does not exist is ordinary text.
        static let unknownEscapes = Self(rawValue: 1 << 5)
    }

    private let bytes: [UInt8]
    /// Nil after the last word.
    private var position: Int?

    init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        position = 0
    }

    /// The text after the words that were taken.
    var rest: ArraySlice<UInt8> { position.map { bytes[$0...] } ?? [] }

    /// Whether the last word ended with this separator, and a word can follow.
    func follows(_ separator: UInt8) -> Bool {
        guard let position, position > 0 else { return false }
        return bytes[position - 1] == separator
    }

    /// Skips bytes, and the white space after them.
    mutating func skip(_ count: Int) {
        guard let start = position else { return }
        position = bytes[(start + count)...].firstIndex { !isWhiteSpace($0) } ?? bytes.endIndex
    }

    /// Returns the next word; nil at the end.
    mutating func next(
        separatedBy separators: [UInt8] = whiteSpace,
        _ options: Options
    ) throws(Invalid) -> [UInt8]? {
        guard var index = position else { return nil }
        if !options.contains(.emptyWords) {
            index = bytes[index...].firstIndex { !separators.contains($0) } ?? bytes.endIndex
            guard index < bytes.endIndex else {
                position = nil
                return nil
            }
        }
        var word: [UInt8] = []
        var quote: UInt8?
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == backslash, !options.contains(.keepsBackslashes) {
                index += 1
                word += try escaped(&index, quote, separators, options)
                continue
            }
            index += 1
            if let open = quote {
                if byte == open { quote = nil } else { word.append(byte) }
            } else if options.contains(.quotes), byte == 0x22 || byte == 0x27 {
                quote = byte
            } else if separators.contains(byte) {
                let next =
                    options.contains(.emptyWords)
                    ? index : bytes[index...].firstIndex { !separators.contains($0) }
                position = next
                return word
            } else {
                word.append(byte)
            }
        }
        guard quote == nil else { throw Invalid() }
        position = nil
        return word
    }

    /// Returns the text of an escape, whose backslash was read.
    private func escaped(
        _ index: inout Int,
        _ quote: UInt8?,
        _ separators: [UInt8],
        _ options: Options
    ) throws(Invalid) -> [UInt8] {
        guard index < bytes.endIndex else {
            guard options.contains(.unknownEscapes), quote == nil else { throw Invalid() }
            return [backslash]
        }
        let byte = bytes[index]
        if options.contains(.cEscapes), let escape = Self.cEscape(bytes[index...]) {
            index += escape.length
            return escape.text
        }
        index += 1
        if !options.contains(.cEscapes) { return [byte] }
        if options.contains(.escapedSeparators), separators.contains(byte) { return [byte] }
        guard options.contains(.unknownEscapes) else { throw Invalid() }
        return [backslash, byte]
    }

    /// Returns the text of an escape without its backslash, and its length.
    ///
    /// - SeeAlso: `cunescape_one` in src/basic/escape.c of systemd.
    private static func cEscape(_ bytes: ArraySlice<UInt8>) -> (text: [UInt8], length: Int)? {
        guard let first = bytes.first else { return nil }
        let rest = bytes.dropFirst()
        switch first {
        case UInt8(ascii: "a"): return ([0x07], 1)
        case UInt8(ascii: "b"): return ([0x08], 1)
        case UInt8(ascii: "f"): return ([0x0C], 1)
        case UInt8(ascii: "n"): return ([0x0A], 1)
        case UInt8(ascii: "r"): return ([0x0D], 1)
        case UInt8(ascii: "t"): return ([0x09], 1)
        case UInt8(ascii: "v"): return ([0x0B], 1)
        case UInt8(ascii: "s"): return ([0x20], 1)
        case backslash, 0x22, 0x27: return ([first], 1)
        case UInt8(ascii: "x"):
            return number(rest.prefix(2), 2, radix: 16).map { ([UInt8($0)], 3) }
        case UInt8(ascii: "u"):
            return number(rest.prefix(4), 4, radix: 16).flatMap(character).map { ($0, 5) }
        case UInt8(ascii: "U"):
            return number(rest.prefix(8), 8, radix: 16).flatMap(character).map { ($0, 9) }
        default:
            guard let code = number(bytes.prefix(3), 3, radix: 8), code < 256 else { return nil }
            return ([UInt8(code)], 3)
        }
    }

    /// Returns a number other than 0.
    private static func number(_ digits: ArraySlice<UInt8>, _ count: Int, radix: UInt32) -> UInt32?
    {
        guard digits.count == count else { return nil }
        var number: UInt32 = 0
        for byte in digits {
            guard let digit = hexadecimalDigit(byte), digit < radix else { return nil }
            number = number << (radix == 16 ? 4 : 3) | UInt32(digit)
        }
        return number == 0 ? nil : number
    }

    private static func character(_ code: UInt32) -> [UInt8]? {
        Unicode.Scalar(code).map { Array(String($0).utf8) }
    }
}
