/// The capitalized names that a Swift file declares and uses, found without a compiler.
///
/// Comments and string literals are skipped. Names after a dot are skipped too: `Slots.Request` uses `Slots`. A
/// reference by a member alone, such as `.shared`, or by a lower-case function is therefore not found.
struct DeclaredNames {
    /// The types and functions outside all braces that other files may use.
    private(set) var shared: Set<String> = []
    /// The names declared outside braces or just inside one pair of them, in lower case.
    private(set) var titles: Set<String> = []
    /// The extended types, in lower case.
    private(set) var extended: Set<String> = []
    /// All types, including nested ones.
    private(set) var types: Set<String> = []
    private(set) var used: Set<String> = []

    private static let keywords: Set<String> = [
        "struct", "class", "enum", "protocol", "actor", "typealias", "func", "macro", "extension",
        "precedencegroup", "let",
    ]

    init(_ text: String) {
        var names = Words(text)
        var keyword: String?
        var isPrivate = false
        var line = 0
        while let word = names.next() {
            if word.line != line { (line, isPrivate) = (word.line, false) }
            if word.text == "private" || word.text == "fileprivate" { isPrivate = true }
            if let introduced = keyword {
                keyword = nil
                // `class func` and `class var` declare the following name.
                if Self.keywords.contains(word.text) {
                    keyword = word.text
                } else {
                    note(word, introduced, isPrivate)
                }
            } else if Self.keywords.contains(word.text), !word.isMember {
                keyword = word.text
            }
            if !word.isMember, word.isCapitalised { used.insert(word.text) }
        }
    }

    private mutating func note(_ word: Words.Word, _ keyword: String, _ isPrivate: Bool) {
        if keyword == "extension" {
            extended.insert(word.text.lowercased())
            return
        }
        if word.depth < 2 { titles.insert(word.text.lowercased()) }
        guard keyword != "let" else { return }
        if keyword != "func" { types.insert(word.text) }
        if word.depth == 0, !isPrivate, word.isCapitalised { shared.insert(word.text) }
    }
}

/// The identifiers of a Swift file, in order.
private struct Words {
    struct Word {
        let text: String
        let line: Int
        /// The number of open braces.
        let depth: Int
        /// True if the word follows a dot.
        let isMember: Bool

        var isCapitalised: Bool { text.utf8.first.map { $0 >= 65 && $0 <= 90 } ?? false }
    }

    private let bytes: [UInt8]
    private var place = 0
    private var line = 1
    private var depth = 0

    init(_ text: String) { bytes = Array(text.utf8) + [10] }

    mutating func next() -> Word? {
        while place < bytes.count {
            let byte = bytes[place]
            if Self.isLetter(byte) { return word() }
            switch byte {
            case 10: line += 1
            case 123: depth += 1
            case 125: depth -= 1
            case 34: skipString()
            case 47 where bytes[place + 1] == 47: skip { $0 != 10 }
            case 47 where bytes[place + 1] == 42: skipComment()
            default: break
            }
            place += 1
        }
        return nil
    }

    private mutating func word() -> Word {
        let first = place
        while Self.isLetter(bytes[place]) { place += 1 }
        return Word(
            text: String(decoding: bytes[first..<place], as: UTF8.self),
            line: line,
            depth: depth,
            isMember: first > 0 && bytes[first - 1] == 46
        )
    }

    /// Stops before the first byte that does not match.
    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while isSkipped(bytes[place + 1]) { place += 1 }
    }

    private mutating func skipComment() {
        while place + 1 < bytes.count, !(bytes[place] == 42 && bytes[place + 1] == 47) {
            if bytes[place] == 10 { line += 1 }
            place += 1
        }
    }

    /// Stops at the last quotation mark. Interpolations in a string on one line are mostly found.
    private mutating func skipString() {
        guard bytes[place + 1] == 34, bytes[place + 2] == 34 else {
            while bytes[place + 1] != 34, bytes[place + 1] != 10 {
                place += bytes[place + 1] == 92 ? 2 : 1
            }
            if bytes[place + 1] == 34 { place += 1 }
            return
        }
        place += 3
        while place + 3 < bytes.count,
            !(bytes[place] == 34 && bytes[place + 1] == 34 && bytes[place + 2] == 34)
        {
            if bytes[place] == 10 { line += 1 }
            place += 1
        }
        place += 2
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90) || (byte >= 48 && byte <= 57)
            || byte == 95 || byte >= 128
    }
}
