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
