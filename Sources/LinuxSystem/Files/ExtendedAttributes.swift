import CLinux
import Glibc

/// Extended attributes, see xattr(7).
package enum ExtendedAttributes {
    /// The name of the access list, see acl(5).
    package static let accessList = "system.posix_acl_access"
    /// The name of the list that new files in a directory inherit.
    package static let defaultList = "system.posix_acl_default"

    /// Returns the bytes of an attribute of an open file, also one opened with `O_PATH`.
    ///
    /// - Parameter descriptors: Makes the call faster from Linux 6.13 on.
    /// - Returns: nil if the file has no attribute of that name.
    /// - Throws: ``SystemError`` as getxattr(2) fails; `EOPNOTSUPP` if the file system has no attributes.
    package static func value(
        _ name: String,
        of file: borrowing Descriptor,
        by descriptors: borrowing DescriptorFolder,
        at path: String
    ) throws(SystemError) -> [UInt8]? {
        let folder = descriptors.number
        return try value(name, of: file.number, in: folder, at: path)
    }

    /// - Parameter folder: An open ``DescriptorFolder``.
    private static func value(
        _ name: String,
        of number: Int32,
        in folder: Int32?,
        at path: String
    ) throws(SystemError) -> [UInt8]? {
        if FileServer.keeps(number) { return try servedValue(name, of: number, at: path) }
        return try unsafe value(at: path) { bytes, size in
            if let folder {
                let entry = "\(number)"
                let count = unsafe clinux_getxattrat(folder, entry, name, bytes, size)
                // The folder of a thread that has ended lists no descriptors.
                guard count < 0, [ENOSYS, ENOENT, ESRCH, EPERM].contains(errno) else {
                    return count
                }
            }
            return unsafe withDescriptorPath(number) { unsafe getxattr($0, name, bytes, size) }
        }
    }

    /// Returns the value for a file that a server keeps.
    private static func servedValue(
        _ name: String,
        of file: Int32,
        at path: String
    ) throws(SystemError) -> [UInt8]? {
        let size = 1 << 16  // XATTR_SIZE_MAX
        let answer = FileServer.make(
            clinux_apart_getxattr,
            [.link(file), .text(Array(name.utf8)), .room, .number(size)],
            room: size
        )
        if answer.result >= 0 { return Array(answer.bytes.prefix(answer.result)) }
        if answer.error == ENODATA { return nil }
        throw SystemError("getxattr(2)", path, code: answer.error)
    }

    /// Returns the bytes of an attribute of this thread's root directory. The thread need not have search permission on
    /// it.
    package static func valueOfRoot(_ name: String) throws(SystemError) -> [UInt8]? {
        try unsafe value(at: "/") { bytes, count in unsafe getxattr("/", name, bytes, count) }
    }

    private static func value(
        at path: String,
        _ call: (UnsafeMutableRawPointer?, Int) -> Int
    ) throws(SystemError) -> [UInt8]? {
        var code: Int32 = 0
        // Most files have no such attribute, and most lists are short. XATTR_SIZE_MAX is the limit.
        for size in [512, 1 << 16] {
            let bytes = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) {
                buffer -> [UInt8]? in
                // SAFETY: the call writes at most `size` bytes, and returns how many.
                let count = unsafe call(buffer.baseAddress, size)
                code = count < 0 ? errno : 0
                return count < 0 ? nil : unsafe Array(buffer[..<count])
            }
            if let bytes { return bytes }
            guard code == ERANGE else { break }
        }
        if code == ENODATA { return nil }
        throw SystemError("getxattr(2)", path, code: code)
    }
}
