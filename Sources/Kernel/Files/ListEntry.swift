/// One entry of an access list, see acl(5).
package struct ListEntry: Hashable, Sendable {
    package enum Tag: Hashable, Sendable {
        case owner
        case user(UInt32)
        case owningGroup
        case group(UInt32)
        case mask
        case other

        /// Written out, so that other modules inline it.
        @inlinable package static func == (one: Self, another: Self) -> Bool {
            switch (one, another) {
            case (.user(let id), .user(let other)), (.group(let id), .group(let other)): id == other
            case (.owner, .owner), (.owningGroup, .owningGroup), (.mask, .mask), (.other, .other):
                true
            default: false
            }
        }
    }

    package let tag: Tag
    package let permissions: Permissions

    @inlinable package init(_ tag: Tag, _ permissions: Permissions) {
        self.tag = tag
        self.permissions = permissions
    }

    /// Reads the value of `system.posix_acl_access`: little-endian, version 2, then entries of 8 bytes.
    ///
    /// - Returns: The entries in the kernel's order, or nil if the bytes do not have that form.
    package static func list(ofAttribute bytes: [UInt8]) -> [ListEntry]? {
        guard bytes.count >= 4, (bytes.count - 4) % 8 == 0, number(in: bytes, at: 0) == 2 else {
            return nil
        }
        var entries: [ListEntry] = []
        for start in stride(from: 4, to: bytes.count, by: 8) {
            let head = number(in: bytes, at: start)
            guard let tag = Tag(number: head & 0xFFFF, id: number(in: bytes, at: start + 4)),
                head >> 16 <= 7
            else { return nil }
            entries.append(ListEntry(tag, Permissions(rawValue: UInt8(head >> 16))))
        }
        return entries
    }

    private static func number(in bytes: [UInt8], at start: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) }
    }
}

extension ListEntry.Tag {
    /// The id of a named entry; ``noID`` if the file system or its mount has none for it.
    package var id: UInt32? {
        switch self {
        case .user(let id), .group(let id): id
        case .owner, .owningGroup, .mask, .other: nil
        }
    }

    /// The numbers of `linux/posix_acl.h`. Only named entries have an id.
    fileprivate init?(number: UInt32, id: UInt32) {
        switch number {
        case 0x01: self = .owner
        case 0x02: self = .user(id)
        case 0x04: self = .owningGroup
        case 0x08: self = .group(id)
        case 0x10: self = .mask
        case 0x20: self = .other
        default: return nil
        }
    }
}
