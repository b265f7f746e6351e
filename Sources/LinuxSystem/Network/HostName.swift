import CLinux
import Glibc

/// A text for getaddrinfo(3): a host name, and not an address in any notation.
package struct HostName: Hashable, Sendable {
    package let text: String

    /// - Throws: ``HostNameError``, with a correction.
    /// - SeeAlso: hostname(7), RFC 1123 section 2.1. Underscores are allowed, since real names contain them.
    package init(_ text: String) throws(HostNameError) {
        guard !text.isEmpty else { throw .empty }
        if let byte = text.utf8.first(where: { !Self.isAllowed($0) }) {
            throw byte < 0x80 ? .badCharacter(text, Unicode.Scalar(byte)) : .notASCII(text)
        }
        let name = text.hasSuffix(".") ? text.dropLast() : text[...]
        guard name.utf8.count <= 253 else { throw .tooLong(text) }
        for label in name.split(separator: ".", omittingEmptySubsequences: false) {
            guard !label.isEmpty else { throw .emptyLabel(text) }
            guard label.utf8.count <= 63 else { throw .labelTooLong(String(label)) }
        }
        // The resolver would not look up such a text: it reads `127.1` and `2130706433` as addresses.
        var address = in_addr()
        // SAFETY: the call reads a NUL-terminated string and writes an in_addr.
        guard unsafe inet_aton(text, &address) == 0 else { throw .looksNumeric(text) }
        self.text = text
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f: true  // 0-9 A-Z a-z - . _
        default: false
        }
    }
}

/// The reason why a text is no host name.
package enum HostNameError: Error, Hashable, Sendable {
    case empty
    case tooLong(String)
    case emptyLabel(String)
    case labelTooLong(String)
    case badCharacter(String, Unicode.Scalar)
    case notASCII(String)
    case looksNumeric(String)
}

extension HostNameError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty:
            "the host name is empty; write one like `db.example.org`"
        case .tooLong(let text):
            "the host name has \(text.utf8.count) characters; at most 253 are possible"
        case .emptyLabel(let text):
            "`\(text)` has nothing between two dots; leave one out"
        case .labelTooLong(let label):
            "`\(label)` has \(label.utf8.count) characters; between dots a host name has at most 63"
        case .badCharacter(let text, let character):
            "`\(text)` has a \(Self.name(character)), which no host name has; leave it out"
        case .notASCII(let text):
            "`\(text)` has characters outside ASCII; write it in its `xn--` form"
        case .looksNumeric(let text):
            "`\(text)` is a short form of an address; write out all four numbers"
        }
    }

    private static func name(_ character: Unicode.Scalar) -> String {
        switch character.value {
        case 0: "NUL"
        case 0x20: "space"
        case 0..<0x20, 0x7f: "control character"
        default: "`\(character)`"
        }
    }
}
