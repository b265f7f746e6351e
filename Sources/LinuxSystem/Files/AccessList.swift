import CLinux
import Glibc

/// The access list of a file as the kernel keeps it, see acl(5): its entries in the kernel's order.
package struct AccessList: Hashable, Sendable {
    package enum Tag: UInt16, Hashable, Sendable {
        case owner = 1
        case user = 2
        case owningGroup = 4
        case group = 8
        case mask = 0x10
        case other = 0x20
    }

    package struct Entry: Hashable, Sendable {
        package let tag: Tag
        /// `r` 4, `w` 2, `x` 1, added up.
        package let permissions: UInt8
        /// The uid or gid of a named entry.
        package let id: UInt32

        package init(_ tag: Tag, _ permissions: UInt8, id: UInt32 = .max) {
            self.tag = tag
            self.permissions = permissions
            self.id = id
        }
    }

    package let entries: [Entry]

    package init(entries: [Entry]) { self.entries = entries }

    /// Reads the value of `system.posix_acl_access`: little-endian, version 2, then entries of 8 bytes.
    ///
    /// - Returns: nil when the bytes are not of that form.
    package init?(attribute bytes: [UInt8]) {
        guard bytes.count >= 4, (bytes.count - 4) % 8 == 0, bytes.littleEndian(at: 0) == 2 else {
            return nil
        }
        var entries: [Entry] = []
        for start in stride(from: 4, to: bytes.count, by: 8) {
            let head = bytes.littleEndian(at: start)
            guard let tag = Tag(rawValue: UInt16(head & 0xFFFF)), head >> 16 <= 7 else {
                return nil
            }
            entries.append(
                Entry(tag, UInt8(head >> 16), id: bytes.littleEndian(at: start + 4))
            )
        }
        self.entries = entries
    }
}

extension [UInt8] {
    fileprivate func littleEndian(at start: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(self[start + $1]) << (8 * UInt32($1)) }
    }
}

extension AccessList {
    /// Reads the access list of an open file, `O_PATH` included.
    ///
    /// - Returns: nil where the file has none (`ENODATA`) or its file system knows none (`EOPNOTSUPP`).
    /// - Throws: ``SystemError`` with `EINVAL` for a list that is malformed, or as getxattr(2) fails.
    package static func read(of file: Int32, at path: String) throws(SystemError) -> AccessList? {
        let name = "system.posix_acl_access"
        let bytes: [UInt8]?
        do throws(SystemError) {
            bytes = try FileCalls.attribute(name, ofDescriptor: file, in: nil, at: path)
        } catch  where error.code == EOPNOTSUPP { return nil }
        guard let bytes else { return nil }
        guard let list = AccessList(attribute: bytes) else {
            throw SystemError("getxattr(2)", path, code: EINVAL)
        }
        return list
    }
}
