/// The full name of a unit, as systemd.unit(5) allows it: `nginx.service`, `getty@tty1.service`.
package struct UnitName: Hashable, Sendable {
    /// The types of units. Each name ends in one.
    package static let types = [
        "service", "socket", "target", "device", "mount", "automount", "swap", "timer", "path",
        "slice", "scope",
    ]

    package let text: String
    /// Whether it is a template, such as `getty@.service`, which never runs itself.
    package let isTemplate: Bool

    /// - Throws: ``InvalidUnitName`` if systemd would refuse the name, or take it for another one. Nothing is added or
    ///   escaped here, unlike in systemctl(1).
    package init(_ text: String) throws(InvalidUnitName) {
        guard !text.isEmpty else { throw InvalidUnitName(text, .empty) }
        guard text.utf8.count <= 255 else { throw InvalidUnitName(text, .tooLong) }
        guard !text.utf8.contains(UInt8(ascii: "/")) else { throw InvalidUnitName(text, .slash) }
        guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")),
            Self.types.contains(String(text[text.utf8.index(after: dot)...]))
        else { throw InvalidUnitName(text, .noType) }
        guard text.utf8.allSatisfy(Self.isAllowed) else {
            throw InvalidUnitName(text, .character)
        }
        let prefix = text.utf8[..<dot]
        let at = prefix.firstIndex(of: UInt8(ascii: "@"))
        guard !prefix.isEmpty, at != prefix.startIndex else {
            throw InvalidUnitName(text, .noPrefix)
        }
        self.text = text
        isTemplate = at.map { prefix.index(after: $0) == prefix.endIndex } ?? false
    }

    static func isAllowed(_ byte: UInt8) -> Bool {
        isASCIILetterOrDigit(byte) || ":-_.\\@".utf8.contains(byte)
    }

    /// The unit's object on the bus: every byte except letters and digits becomes `_` and two hex digits.
    var objectPath: String {
        let label = text.utf8.enumerated().map { position, byte in
            let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            let isPlain = isASCIILetterOrDigit(byte) && !(position == 0 && isDigit)
            return isPlain ? String(UnicodeScalar(byte)) : "_" + hexadecimal(byte)
        }
        return "/org/freedesktop/systemd1/unit/" + label.joined()
    }
}

func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
}

private func isASCIILetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
    default:
        false
    }
}
