import Glibc

/// The directory from which this process resolves relative paths.
package enum WorkingDirectory {
    /// Returns its absolute path, in which no component is a symbolic link, `.` or `..`.
    ///
    /// - Throws: ``SystemError`` as getcwd(3) fails: `ENOENT` if the directory was removed, `ERANGE` if its path
    ///   is longer than `PATH_MAX`; `EILSEQ` if the path is not UTF-8.
    package static func path() throws(SystemError) -> String {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        // SAFETY: the call writes at most `count` bytes, the last of them NUL; see getcwd(3).
        let isFound = unsafe bytes.withUnsafeMutableBytes { buffer in
            let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            return unsafe getcwd(start, buffer.count) != nil
        }
        guard isFound else { throw SystemError("getcwd(3)", ".", code: errno) }
        guard let path = String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self) else {
            throw SystemError("getcwd(3)", ".", code: EILSEQ)
        }
        return path
    }
}
