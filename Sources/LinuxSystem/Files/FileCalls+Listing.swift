import CLinux
import Glibc

// Listing directories by bytes: names need not be text.
extension FileCalls {
    /// The names in an open directory, `.` and `..` left out, in no order.
    ///
    /// - Parameter limit: How many are read at the most; the memory must not grow with the directory.
    /// - Throws: ``SystemError`` as open(2) and readdir(3) fail.
    package static func names(
        in directory: borrowing Descriptor,
        atMost limit: Int,
        at path: String
    ) throws(SystemError) -> [[UInt8]] {
        var names: [[UInt8]] = []
        guard limit > 0 else { return names }
        try eachName(in: directory, at: path) { name in
            names.append(name)
            return names.count < limit
        }
        return names
    }

    /// Whether an open directory has no names.
    package static func isEmpty(
        _ directory: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> Bool {
        try names(in: directory, atMost: 1, at: path).isEmpty
    }

    /// - Parameter goesOn: Takes a name, and says whether to go on.
    private static func eachName(
        in directory: borrowing Descriptor,
        at path: String,
        _ goesOn: ([UInt8]) -> Bool
    ) throws(SystemError) {
        let listing = try reopenUnseen(directory, directory: true, at: path).release()
        // SAFETY: the stream takes over a descriptor that nobody else has.
        guard let stream = unsafe fdopendir(listing) else {
            defer { close(listing) }
            throw SystemError("fdopendir(3)", path, code: errno)
        }
        defer { unsafe closedir(stream) }
        while true {
            errno = 0
            // SAFETY: the entry stays valid until the next readdir on this stream, which is ours alone.
            guard let entry = unsafe readdir(stream) else { break }
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe Array(bytes.prefix { $0 != 0 })
            }
            if name == [0x2E] || name == [0x2E, 0x2E] { continue }
            guard goesOn(name) else { return }
        }
        guard errno == 0 else { throw SystemError("readdir(3)", path, code: errno) }
    }
}
