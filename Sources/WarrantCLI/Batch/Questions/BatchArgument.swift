import PolicyLanguage

/// The argument of an action, as a line has it.
struct BatchArgument {
    private let value: JSONValue?
    private let scanner: JSONScanner
    private let action: String

    init(_ value: JSONValue?, _ scanner: JSONScanner, of action: String) {
        self.value = value
        self.scanner = scanner
        self.action = action
    }

    /// Nil where there is none.
    var text: String? {
        switch value {
        case .string(let text): scanner.words(text)
        case .number(let range): String(decoding: scanner.bytes[range], as: UTF8.self)
        default: nil
        }
    }

    private var isNumber: Bool { if case .number = value { true } else { false } }

    func refuse() throws(BadLine) {
        guard let text else { return }
        throw BadLine("`\(action)` takes no argument, but here is \(text.quoted)")
    }

    /// One of some words, or nothing.
    func word<Value>(_ known: KeyValuePairs<String, Value>) throws(BadLine) -> Value? {
        guard let text else { return nil }
        if let value = known.first(where: { $0.key == text })?.value { return value }
        let help = advice(for: text, among: known.map(\.key))
        throw BadLine("unknown argument \(text.quoted) of `\(action)`; \(help)")
    }

    /// The bytes of a string that has to be there.
    func required(_ what: String) throws(BadLine) -> [UInt8] {
        guard case .string(let text) = value else {
            throw BadLine("`\(action)` takes \(what) as a string in `argument`")
        }
        return scanner.text(text)
    }

    /// An octal mode. A number is refused: JSON's have no octal form, and 644 would be another mode.
    func checkMode() throws(BadLine) {
        let digits = try required("a mode, such as \"0644\",")
        guard 1...5 ~= digits.count, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "7") ~= $0 }),
            digits.count < 5 || digits[0] == UInt8(ascii: "0")
        else {
            let text = String(decoding: digits, as: UTF8.self)
            throw BadLine("\(text.quoted) is not a mode; write it in octal, such as \"0644\"")
        }
    }

    /// An id as a number or in digits, or else a name that `find` knows.
    func account(
        _ kind: String,
        _ find: (String) throws(BadLine) -> UInt32
    ) throws(BadLine) -> UInt32 {
        guard let text else { throw BadLine("`\(action)` takes a \(kind), by number or by name, in `argument`") }
        guard isNumber || text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else {
            return try find(text)
        }
        guard let id = UInt32(digits: text.utf8.map(\.self)), id < .max else {
            throw BadLine("\(text.quoted) is not a \(kind); numbers go from 0 to 4294967294")
        }
        return id
    }

    /// Whether a time is the present: `now` or nothing. Any other is seconds since 1970, or by RFC 3339.
    func isNow() throws(BadLine) -> Bool {
        guard let text, text != "now" else { return true }
        guard Timestamp.isOne(text) else {
            throw BadLine(
                "\(text.quoted) is not a time; write `now`, seconds since 1970, or \"2026-01-31T12:00:00Z\""
            )
        }
        return false
    }
}
