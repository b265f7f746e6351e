import Capabilities
import Procedures

/// The reason why a category cannot be locked.
struct LockFailure: Error, Hashable {
    let reason: Reason

    init(_ code: ReasonCode, _ object: String, _ message: String) {
        reason = Reason(code, object, message)
    }
}

/// The name of a category's lock file. Different categories have different names.
///
/// Letters, digits, `_`, `-` and dots that do not lead stand for themselves. Every other character is `%` and its code:
/// `nightly backup` is `nightly%20backup.lock`.
struct LockName: Hashable, Sendable {
    /// `NAME_MAX`, see limits.h(0p).
    private static let longest = 255
    private static let ending = ".lock"

    let category: String
    let file: String

    init(_ category: String) throws(LockFailure) {
        // Beyond ASCII, equal texts can have different bytes, and would have two files.
        guard category.utf8.allSatisfy({ $0 < 0x80 }) else {
            let message = "has characters beyond ASCII; name it in ASCII to share it with a host"
            throw LockFailure(.lockName, category, message)
        }
        let name = Self.escaped(category)
        let longest = Self.longest - Self.ending.utf8.count
        guard name.utf8.count <= longest else {
            let message =
                "needs \(name.utf8.count) bytes for the name of its lock file, which has \(longest) at most"
            throw LockFailure(.lockName, category, message)
        }
        self.category = category
        file = name + Self.ending
    }

    private static func escaped(_ category: String) -> String {
        // An empty name would make a hidden file.
        guard !category.isEmpty else { return "%" }
        return category.utf8.enumerated().map { index, byte in
            isPlain(byte) && (index > 0 || byte != dot)
                ? String(UnicodeScalar(byte)) : "%" + hexadecimal(byte)
        }.joined()
    }

    private static let dot = UInt8(ascii: ".")

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch UnicodeScalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": true
        default: false
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return byte < 0x10 ? "0" + digits : digits
    }
}
