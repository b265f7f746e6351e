import LinuxSystem
import PolicyLanguage
import Questions
import Text

/// The numbers of the users and groups that questions name, each looked up once.
struct KnownAccounts {
    /// The largest number of names to keep. The memory must not grow with the questions.
    private static let limit = 1 << 14
    /// `LOGIN_NAME_MAX`: no user has a longer name.
    private static let longestName = 256

    /// Names in bytes, as the name service compares them.
    private var users: [[UInt8]: Result<UInt32, BadLine>] = [:]
    private var groups: [[UInt8]: Result<UInt32, BadLine>] = [:]

    /// Returns an argument of an action, with the number of the user or group in place of its name.
    mutating func argument(_ text: String, of action: String) throws(BadLine) -> String {
        let isNumber = text.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
        guard !isNumber else { return text }
        switch WordTable.linux.argumentKind(of: action) {
        case .user: return "\(try user(text))"
        case .group: return "\(try group(text))"
        case .text, .path, .mode, .number: return text
        }
    }

    mutating func user(_ name: String) throws(BadLine) -> UInt32 {
        try Self.look(name, "user", in: &users) { () throws(SystemError) in
            try Accounts.user(named: name)?.uid
        }
    }

    mutating func group(_ name: String) throws(BadLine) -> UInt32 {
        try Self.look(name, "group", in: &groups) { () throws(SystemError) in
            try Accounts.group(named: name)
        }
    }

    private static func look(
        _ name: String,
        _ kind: String,
        in known: inout [[UInt8]: Result<UInt32, BadLine>],
        _ find: () throws(SystemError) -> UInt32?
    ) throws(BadLine) -> UInt32 {
        let bytes = Array(name.utf8)
        if let found = known[bytes] { return try found.get() }
        let found = Result { () throws(BadLine) in
            let id: UInt32?
            do throws(SystemError) { id = try find() } catch { throw BadLine("\(error)") }
            if let id { return id }
            let table = kind == "user" ? "passwd" : "group"
            throw BadLine("no \(kind) \(name.quoted) here; `getent \(table)` lists them")
        }
        if known.count >= limit { known.removeAll(keepingCapacity: true) }
        if bytes.count <= longestName { known[bytes] = found }
        return try found.get()
    }
}
