import CLinux
import Glibc

/// Reads files that are known to be small, such as those of `/proc` and `/sys`.
package enum SmallFile {
    /// The bytes of a file, at most `limit` of them.
    ///
    /// - Throws: ``SystemError`` as open(2) and read(2) fail; `EFBIG` for a file beyond the limit.
    package static func bytes(
        at path: String,
        limit: Int = 1 << 20
    ) throws(SystemError) -> [UInt8] {
        try FileCalls.refuseNUL(path, "open(2)")
        // SAFETY: `path` lives until the call returns, and the kernel only reads it.
        let number = unsafe clinux_openat2(AT_FDCWD, path, UInt64(O_RDONLY | O_CLOEXEC), 0)
        guard number >= 0 else { throw SystemError("open(2)", path, code: errno) }
        return try rest(of: Descriptor(owning: number), isApart: false, at: path, limit: limit)
    }

    /// The bytes that are left in an open file, at most `limit` of them, read by a process of its own.
    package static func bytes(
        of file: borrowing Descriptor,
        at path: String,
        limit: Int
    ) throws(SystemError) -> [UInt8] {
        try rest(of: file, isApart: true, at: path, limit: limit)
    }

    private static func rest(
        of file: borrowing Descriptor,
        isApart: Bool,
        at path: String,
        limit: Int
    ) throws(SystemError) -> [UInt8] {
        var all: [UInt8] = []
        // What a process of its own reads is read in few rounds.
        let endsShort = isApart && FileCalls.localFile(file)?.readsWhole == true
        var chunk = [UInt8](repeating: 0, count: isApart ? 65_536 : 4096)
        while true {
            let count: Int
            if isApart {
                count = try FileServer.read(file.number, into: &chunk, at: path)
            } else {
                // SAFETY: the call writes at most `count` bytes.
                count = unsafe read(file.number, &chunk, chunk.count)
            }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("read(2)", path, code: errno) }
            all += chunk[..<count]
            guard all.count <= limit else { throw SystemError("read(2)", path, code: EFBIG) }
            if count == 0 || endsShort && count < chunk.count { return all }
        }
    }

    /// The one number that a file of `/proc/sys` holds.
    ///
    /// - Throws: ``SystemError``; `EINVAL` where there is no number.
    package static func number(at path: String) throws(SystemError) -> Int {
        let text = String(decoding: try bytes(at: path), as: UTF8.self)
        guard let number = Int(text.prefix { !$0.isWhitespace }) else {
            throw SystemError("read(2)", path, code: EINVAL)
        }
        return number
    }
}
