// A path as the kernel reads it: bytes. `/` separates names also where a combining mark behind it, or a prepended
// one before it, makes one character of both.
extension StringProtocol where UTF8View: BidirectionalCollection {
    private static var slash: UInt8 { UInt8(ascii: "/") }

    package var isAbsolutePath: Bool { utf8.first == Self.slash }

    package var endsInSlash: Bool { utf8.last == Self.slash }

    package var lastSlash: Index? { utf8.lastIndex(of: Self.slash) }

    /// The names between the slashes, none of them empty.
    package var pathNames: [Substring] {
        Substring(self).utf8.split(separator: Self.slash).map { Substring($0) }
    }

    /// Whether both are the same bytes, which `==` does not tell: it takes an `é` of one character for one of two.
    package func isSamePath(as other: some StringProtocol) -> Bool {
        utf8.elementsEqual(other.utf8)
    }
}

/// A path that is equal to the same bytes alone.
package struct ExactPath: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (one: Self, other: Self) -> Bool { one.text.isSamePath(as: other.text) }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}
