import CLinux
import Glibc

/// Changes of what a file says of itself, by its path.
extension FileCalls {
    /// - Parameters:
    ///   - user: Nil leaves the owner as it is.
    ///   - group: Nil leaves the group as it is.
    /// - Throws: ``SystemError`` as fchownat(2) fails.
    package static func changeOwner(
        of path: String,
        user: UInt32?,
        group: UInt32?,
        follow: Bool
    ) throws(SystemError) {
        try refuseNUL(path, "chown(2)")
        let flags = follow ? 0 : AT_SYMLINK_NOFOLLOW
        // SAFETY: `path` lives until the call returns, and the kernel only reads it.
        let code = unsafe fchownat(AT_FDCWD, path, user ?? .max, group ?? .max, flags)
        guard code == 0 else { throw SystemError("chown(2)", path, code: errno) }
    }

    /// - Parameter mode: 0 through 0o7777.
    /// - Throws: ``SystemError`` as chmod(2) fails.
    package static func changeMode(of path: String, to mode: UInt16) throws(SystemError) {
        try refuseNUL(path, "chmod(2)")
        // SAFETY: as above.
        guard unsafe chmod(path, mode_t(mode)) == 0 else {
            throw SystemError("chmod(2)", path, code: errno)
        }
    }

    /// - Parameter times: Seconds since 1970, of the last access and the last change; nil is the present.
    /// - Throws: ``SystemError`` as utimensat(2) fails.
    package static func setTimes(
        of path: String,
        to times: (access: Int, modification: Int)?
    ) throws(SystemError) {
        try refuseNUL(path, "utimensat(2)")
        let both = times.map {
            [
                timespec(tv_sec: $0.access, tv_nsec: 0),
                timespec(tv_sec: $0.modification, tv_nsec: 0),
            ]
        }
        // SAFETY: as above; the call reads two times, or none.
        let code =
            if let both { unsafe utimensat(AT_FDCWD, path, both, 0) } else {
                unsafe utimensat(AT_FDCWD, path, nil, 0)
            }
        guard code == 0 else { throw SystemError("utimensat(2)", path, code: errno) }
    }

    /// Opens what is there, without waiting for anybody.
    ///
    /// - Throws: ``SystemError`` as openat2(2) fails.
    package static func open(_ path: String, for use: FileUse) throws(SystemError) -> Descriptor {
        try reopen(try openPlace(path, follow: true), for: use, at: path)
    }
}
