import CLinux
import Glibc

/// Reads files that are known to be small, such as those of `/proc` and `/sys`.
package enum SmallFile {
    /// Returns the bytes of a file, at most `limit` of them.
    ///
    /// - Parameter chunk: How many bytes one read(2) asks for. It must be more than the size of a file of `/proc/sys`,
    ///   which ends after the first read (`proc_do_large_bitmap` in kernel/sysctl.c).
    /// - Throws: ``SystemError`` as open(2) and read(2) fail; `EFBIG` for a file beyond the limit.
    package static func bytes(
        at path: String,
        limit: Int = 1 << 20,
        chunk size: Int = 4096
    ) throws(SystemError) -> [UInt8] {
        try FileCalls.refuseNUL(path, "open(2)")
        // SAFETY: `path` lives until the call returns, and the kernel only reads it.
        let number = unsafe clinux_openat2(AT_FDCWD, path, UInt64(O_RDONLY | O_CLOEXEC), 0)
        guard number >= 0 else { throw SystemError("open(2)", path, code: errno) }
        let file = Descriptor(owning: number)
        var chunk = [UInt8](repeating: 0, count: size)
        var all: [UInt8] = []
        while true {
            // SAFETY: the call writes at most `count` bytes.
            let count = unsafe read(file.number, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("read(2)", path, code: errno) }
            if count == 0 { return all }
            all += chunk[..<count]
            guard all.count <= limit else { throw SystemError("read(2)", path, code: EFBIG) }
        }
    }

    /// Returns the remaining bytes of an open file, at most `limit` of them. A separate process reads them.
    ///
    /// - Parameter head: The bytes of a first read(2); nil if there was none.
    package static func bytes(
        of file: borrowing Descriptor,
        after head: [UInt8]? = nil,
        at path: String,
        limit: Int
    ) throws(SystemError) -> [UInt8] {
        let endsShort = FileCalls.localFile(file)?.readsWhole == true
        let size = 65_536
        var all = head ?? []
        var last = head?.count ?? size
        while all.count <= limit, last > 0, !(endsShort && last < size) {
            let bytes = try FileServer.read(file.number, upTo: size, at: path)
            all += bytes
            last = bytes.count
        }
        guard all.count <= limit else { throw SystemError("read(2)", path, code: EFBIG) }
        return all
    }

    /// Returns the single number in a file of `/proc/sys`.
    ///
    /// - Throws: ``SystemError``; `EINVAL` if there is no number.
    package static func number(at path: String) throws(SystemError) -> Int {
        let digits = try bytes(at: path, chunk: 64).prefix { $0 > UInt8(ascii: " ") }
        guard let number = Int(String(decoding: digits, as: UTF8.self)) else {
            throw SystemError("read(2)", path, code: EINVAL)
        }
        return number
    }
}
