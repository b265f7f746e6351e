import PolicyLanguage

/// One line of a batch: where its parts lie, not yet what they mean.
struct BatchLine {
    private(set) var id: Range<Int>?
    private(set) var subject: Range<Int>?
    private(set) var action: JSONText?
    private(set) var object: JSONText?
    private(set) var follow: Bool?
    private(set) var argument: JSONValue?
    /// The first thing that is wrong with it, where all of it could be read.
    private(set) var problem: BadLine?

    static let keys = ["id", "subject", "action", "object", "follow", "argument"]
    private var seen: UInt8 = 0

    /// Reads a line; what is wrong with it is left in `problem`, so that its answer has its id.
    init(_ scanner: inout JSONScanner) {
        do throws(BadLine) {
            scanner.skipSpace()
            guard scanner.position < scanner.end,
                scanner.bytes[scanner.position] == UInt8(ascii: "{")
            else {
                throw BadLine(
                    "a line is one JSON object: {\"subject\":…,\"action\":…,\"object\":…}"
                )
            }
            try scanner.object { scanner, key throws(BadLine) in try member(key, &scanner) }
            try scanner.expectEnd()
        } catch {
            problem = error
        }
    }

    private mutating func member(
        _ key: JSONText,
        _ scanner: inout JSONScanner
    ) throws(BadLine) {
        let name = scanner.words(key)
        scanner.skipSpace()
        let first = scanner.position
        let value = try scanner.value(depth: 1)
        guard let index = Self.keys.firstIndex(of: name) else {
            note("unknown key \(name.quoted); \(advice(for: name, among: Self.keys))")
            return
        }
        guard seen & 1 << index == 0 else {
            if index == 0 { id = nil }
            note("`\(name)` is there twice; leave one out")
            return
        }
        seen |= 1 << index
        take(name, value, first..<scanner.position)
    }

    private mutating func take(_ name: String, _ value: JSONValue, _ range: Range<Int>) {
        switch (name, value) {
        case ("id", .string), ("id", .number): id = range
        case ("id", .null), ("follow", .null), ("argument", .null): break
        case ("subject", .object): subject = range
        case ("action", .string(let text)): action = text
        case ("object", .string(let text)): object = text
        case ("follow", .bool(let value)): follow = value
        case ("argument", .string), ("argument", .number): argument = value
        default: note("`\(name)` is \(value.kind), and has to be \(Self.kind(of: name))")
        }
    }

    private mutating func note(_ message: String) {
        if problem == nil { problem = BadLine(message) }
    }

    private static func kind(of name: String) -> String {
        switch name {
        case "id": "a string, a number or null"
        case "subject": "an object"
        case "follow": "true or false"
        case "argument": "a string, or the number that the action takes"
        default: "a string"
        }
    }
}
