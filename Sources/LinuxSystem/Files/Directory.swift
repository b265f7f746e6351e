import Glibc

/// Lists directories.
package enum Directory {
    /// The names in a directory, `.` and `..` left out, in no order.
    ///
    /// - Throws: ``SystemError`` as opendir(3) and readdir(3) fail: an unreadable directory is not
    ///   an empty one.
    package static func names(at path: String) throws(SystemError) -> [String] {
        try names(at: path) { _ in true }
    }

    /// The names of the directories in a directory, on file systems that list the kinds of their files.
    ///
    /// - Throws: as ``names(at:)``.
    static func folderNames(at path: String) throws(SystemError) -> [String] {
        try names(at: path) { $0 == UInt8(clamping: DT_DIR) }
    }

    private static func names(
        at path: String,
        where isWanted: (_ kind: UInt8) -> Bool
    ) throws(SystemError) -> [String] {
        try FileCalls.refuseNUL(path, "opendir(3)")
        // SAFETY: `path` lives until the call returns; opendir sets close-on-exec.
        guard let directory = unsafe opendir(path) else {
            throw SystemError("opendir(3)", path, code: errno)
        }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while true {
            errno = 0
            // SAFETY: the entry stays valid until the next readdir on this stream, which is ours alone.
            guard let entry = unsafe readdir(directory) else { break }
            guard unsafe isWanted(entry.pointee.d_type) else { continue }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
            }
            if name != "." && name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw SystemError("readdir(3)", path, code: errno) }
        return names
    }
}
