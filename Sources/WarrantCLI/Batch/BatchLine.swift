import LinuxCapabilities
import PolicyLanguage
import Questions
import Text

/// One line of a batch: the places of its parts, without their meaning.
struct BatchLine {
    private(set) var id: Range<Int>?
    private(set) var subject: Range<Int>?
    private(set) var action: JSONText?
    private(set) var object: JSONText?
    private(set) var follow: Bool?
    private(set) var argument: JSONValue?
    /// The first problem of a line that could be read to its end.
    private(set) var problem: BadLine?

    static let keys = ["id", "subject", "action", "object", "follow", "argument"]
    private var seen: UInt8 = 0

    /// Reads a line. A problem is stored in `problem`, so that the answer has the line's id.
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

// The question of the line.
extension BatchLine {
    /// Returns the question without its subject.
    func question(
        _ scanner: JSONScanner,
        _ accounts: inout KnownAccounts
    ) throws(BadLine) -> BatchQuestion {
        let (word, object, argument) = try parts(scanner, &accounts)
        let question: BatchQuestion?
        do throws(InvalidUse) {
            question = try WordTable.linux.batchQuestion(
                word,
                object,
                argument,
                follow: follow
            )
        } catch {
            throw BadLine(error.sentence(for: word))
        }
        guard let question else { throw .unknownAction(word) }
        if case .file = question { return question }
        guard follow != false else {
            throw .needlessFollow
        }
        return question
    }

    /// Returns the question about a subject of this host, in the form that `warrant can` uses.
    func question(
        of subject: Subject,
        on host: Host,
        _ scanner: JSONScanner,
        _ accounts: inout KnownAccounts
    ) throws(BadLine) -> Question {
        let (word, bytes, argument) = try parts(scanner, &accounts)
        guard let object = String(validating: bytes, as: UTF8.self) else {
            throw BadLine("`object` is not UTF-8; name the subject by `uid` and `gid`")
        }
        let table = WordTable.linux
        let isOfFile = table.action(word)?.word.fileAction != nil
        guard isOfFile || follow != false else { throw .needlessFollow }
        let question: Question?
        do throws(InvalidUse) {
            question = try table.question(
                word,
                object,
                argument,
                follow: isOfFile ? follow : nil,
                asking: .model,
                as: subject,
                on: host
            )
        } catch {
            throw BadLine(error.sentence(for: word))
        }
        guard let question else { throw .unknownAction(word) }
        return question
    }

    /// Returns whether a line may ask this about a described subject.
    func isOfDescribed(_ scanner: JSONScanner) -> Bool {
        action.map { WordTable.linux.isAskedInBatches(scanner.words($0)) } ?? true
    }

    private func parts(
        _ scanner: JSONScanner,
        _ accounts: inout KnownAccounts
    ) throws(BadLine) -> (word: String, object: [UInt8], argument: String?) {
        guard let action else {
            throw BadLine("`action` is missing; name one, such as \"read\"")
        }
        guard let object else {
            throw BadLine("`object` is missing; name what the action is about")
        }
        let word = scanner.words(action)
        return (word, scanner.text(object), try argumentText(scanner, of: word, &accounts))
    }

    private func argumentText(
        _ scanner: JSONScanner,
        of action: String,
        _ accounts: inout KnownAccounts
    ) throws(BadLine) -> String? {
        switch argument {
        case .string(let text): return try accounts.argument(scanner.words(text), of: action)
        case .number(let range):
            switch WordTable.linux.argumentKind(of: action) {
            case .user, .group, .number:
                return String(decoding: scanner.bytes[range], as: UTF8.self)
            case .mode:
                throw BadLine(
                    "`argument` is a number, and has to be a string; write the mode as \"0644\""
                )
            case .text, .path:
                throw BadLine("`argument` is a number, and has to be a string")
            }
        default: return nil
        }
    }
}

extension BadLine {
    fileprivate static let needlessFollow = Self(
        "`follow` belongs to the file actions; leave it out"
    )

    fileprivate static func unknownAction(_ action: String) -> Self {
        let table = WordTable.linux
        guard table.action(action) == nil else {
            return Self(
                "\(action.quoted) is not asked of a described subject; name a `user`, a `pid`, "
                    + "a `unit`, a `container` or a `unit-file`"
            )
        }
        let help = table.advice(for: action, among: table.actions)
        return Self("unknown action \(action.quoted); \(help)")
    }
}
