import Text

/// The members of a JSON object.
struct JSONObject {
    private let bytes: [UInt8]
    private var members: [String: JSONValue] = [:]

    /// Reads a text that is one object.
    init(_ bytes: [UInt8]) throws(InvalidJSON) {
        var scanner = JSONScanner(bytes, in: 0..<bytes.count)
        try self.init(of: &scanner)
        try scanner.expectEnd()
    }

    private init(of scanner: inout JSONScanner) throws(InvalidJSON) {
        bytes = scanner.bytes
        scanner.skipSpace()
        var ahead = scanner
        guard case .object = try ahead.value() else {
            throw InvalidJSON("a value is not an object")
        }
        var members: [String: JSONValue] = [:]
        try scanner.object { scanner, key throws(InvalidJSON) in
            let name = scanner.words(key)
            guard members.updateValue(try scanner.value(depth: 1), forKey: name) == nil else {
                throw InvalidJSON("`\(name)` is there twice")
            }
        }
        self.members = members
    }

    /// Reads a text that is an array of objects.
    static func list(_ bytes: [UInt8]) throws(InvalidJSON) -> [JSONObject] {
        var scanner = JSONScanner(bytes, in: 0..<bytes.count)
        var ahead = scanner
        guard case .array = try ahead.onlyValue() else {
            throw InvalidJSON("it is not an array")
        }
        var all: [JSONObject] = []
        scanner.skipSpace()
        try scanner.array { scanner throws(InvalidJSON) in
            all.append(try JSONObject(of: &scanner))
        }
        return all
    }

    func text(_ key: String) throws(InvalidJSON) -> String {
        guard case .string(let text) = try value(key) else { throw wrong(key) }
        return JSONScanner(bytes, in: 0..<bytes.count).words(text)
    }

    /// Returns the texts of an array; none for null or a missing key.
    func texts(_ key: String) throws(InvalidJSON) -> [String] {
        switch members[key] {
        case nil, .null: return []
        case .array(let range):
            var scanner = JSONScanner(bytes, in: range)
            var all: [String] = []
            try scanner.array { scanner throws(InvalidJSON) in
                guard case .string(let text) = try scanner.value() else { throw wrong(key) }
                all.append(scanner.words(text))
            }
            return all
        default: throw wrong(key)
        }
    }

    func bool(_ key: String) throws(InvalidJSON) -> Bool {
        guard case .bool(let value) = try value(key) else { throw wrong(key) }
        return value
    }

    func number(_ key: String) throws(InvalidJSON) -> UInt64 {
        guard case .number(let range) = try value(key),
            let number = UInt64(String(decoding: bytes[range], as: UTF8.self))
        else { throw wrong(key) }
        return number
    }

    /// Returns the id of a process. 0 stands for a process that does not exist.
    func pid(_ key: String) throws(InvalidJSON) -> Int32 {
        guard let pid = Int32(exactly: try number(key)), pid > 0 else { throw wrong(key) }
        return pid
    }

    func object(_ key: String) throws(InvalidJSON) -> JSONObject {
        guard case .object(let range) = try value(key) else { throw wrong(key) }
        var scanner = JSONScanner(bytes, in: range)
        return try JSONObject(of: &scanner)
    }

    private func value(_ key: String) throws(InvalidJSON) -> JSONValue {
        guard let value = members[key] else { throw InvalidJSON("`\(key)` is missing") }
        return value
    }

    private func wrong(_ key: String) -> InvalidJSON {
        InvalidJSON("`\(key)` has an unexpected value")
    }
}
