// A path as the kernel reads it: as bytes. A `/` separates names even if Swift joins it to one character with a
// combining mark after it or a prepended mark before it.
extension StringProtocol where UTF8View: BidirectionalCollection {
    @usableFromInline static var slash: UInt8 { UInt8(ascii: "/") }

    @inlinable package var isAbsolutePath: Bool { utf8.first == Self.slash }

    @inlinable package var endsInSlash: Bool { utf8.last == Self.slash }

    @inlinable package var lastSlash: Index? { utf8.lastIndex(of: Self.slash) }

    /// The names between the slashes, none of them empty.
    @inlinable package var pathNames: [Substring] {
        Substring(self).utf8.split(separator: Self.slash).map { Substring($0) }
    }

    /// The path without its last name, from the root.
    package var parentDirectory: String { "/" + pathNames.dropLast().joined(separator: "/") }

    /// Whether the path continues after the directory with more than slashes.
    package func isBelow(_ directory: String) -> Bool {
        let start = directory.endsInSlash ? directory : directory + "/"
        return utf8.starts(with: start.utf8)
            && utf8.dropFirst(start.utf8.count).contains { $0 != Self.slash }
    }

    /// Whether both paths have the same bytes. `==` also accepts an `é` of two code points for an `é` of one.
    @inlinable package func isSamePath(as other: some StringProtocol) -> Bool {
        utf8.elementsEqual(other.utf8)
    }
}
