/// Returns the text; nil if it is not valid UTF-8, or has a code point that is no character.
///
/// - SeeAlso: `unichar_is_valid` in src/basic/utf8.c of systemd.
func validText(_ bytes: some Collection<UInt8>) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let isCharacter = text.unicodeScalars.allSatisfy { scalar in
        !(0xFDD0...0xFDEF ~= scalar.value) && scalar.value & 0xFFFE != 0xFFFE
    }
    return isCharacter ? text : nil
}

let backslash = UInt8(ascii: "\\")

/// `WHITESPACE` in src/basic/string-util.h of systemd.
func isWhiteSpace(_ byte: UInt8) -> Bool { whiteSpace.contains(byte) }

let whiteSpace: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

extension String {
    /// The words between white space, in which quotes and backslashes mean nothing.
    ///
    /// Bytes are split: the properties of characters would take most of the time of a question about a unit file.
    var unquotedWords: [String] {
        utf8.split(whereSeparator: isWhiteSpace).map { String(Substring($0)) }
    }
}

func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let rest = text.drop(while: isWhiteSpace)
    guard let last = rest.lastIndex(where: { !isWhiteSpace($0) }) else { return [] }
    return rest[...last]
}

/// Whether a text has no quotes, backslashes or control characters.
///
/// - SeeAlso: `string_is_safe` in src/basic/string-util.c of systemd.
func isSafe(_ text: some Sequence<UInt8>) -> Bool {
    text.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !"\"'\\".utf8.contains($0) }
}

/// - SeeAlso: `parse_boolean` in src/basic/parse-util.c of systemd.
package func boolean(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "1", "yes", "y", "true", "t", "on": true
    case "0", "no", "n", "false", "f", "off": false
    default: nil
    }
}

/// Returns the value of a hexadecimal digit.
func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}

/// Whether a byte stands for itself within a word of any setting. Colons, quotes, backslashes and percent signs do not;
/// `-`, `+` and `@` do after the first byte.
package func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
    default: "/._-+@,=".utf8.contains(byte)
    }
}
