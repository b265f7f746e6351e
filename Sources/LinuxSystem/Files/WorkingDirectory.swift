import CLinux
import Glibc

/// The directory from which this process resolves relative paths.
package enum WorkingDirectory {
    /// Returns its absolute path, in which no component is a symbolic link, `.` or `..`.
    ///
    /// - Throws: ``SystemError`` as getcwd(2) fails: `ENOENT` if the directory was removed, `ENAMETOOLONG` if its path
    ///   is longer than `PATH_MAX`; `EXDEV` if the directory is not below the root directory; `EILSEQ` if the path is
    ///   not UTF-8.
    package static func path() throws(SystemError) -> String {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        // SAFETY: the call writes at most `count` bytes, the last of them NUL; see getcwd(2).
        let length = unsafe bytes.withUnsafeMutableBytes { buffer in
            let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            return unsafe clinux_getcwd(start, buffer.count)
        }
        guard length > 0 else { throw SystemError("getcwd(2)", ".", code: errno) }
        guard bytes[0] == UInt8(ascii: "/") else {
            throw SystemError("getcwd(2)", ".", code: EXDEV)
        }
        guard let path = String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self) else {
            throw SystemError("getcwd(2)", ".", code: EILSEQ)
        }
        return path
    }
}
