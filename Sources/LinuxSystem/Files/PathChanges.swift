import CLinux
import Glibc

/// Changes the attributes of a file by its path.
///
/// Another user may plant a symbolic link at the end of the path or anywhere on it, and so redirect a privileged call.
/// Therefore each call takes `follow`. Without it, no link is followed: see `RESOLVE_NO_SYMLINKS` in openat2(2).
package enum PathChanges {
    /// - Parameters:
    ///   - user: Nil leaves the owner as it is.
    ///   - group: Nil leaves the group as it is.
    ///   - follow: Whether symbolic links are followed. If not, a link at the end gets the new owner itself.
    /// - Throws: ``SystemError`` as fchownat(2) fails; `ELOOP` for a link on the way.
    package static func changeOwner(
        of path: String,
        user: UInt32?,
        group: UInt32?,
        follow: Bool
    ) throws(SystemError) {
        let place = try openPlace(path, "chown(2)", follow: follow, opensLink: true)
        // SAFETY: the empty path names the descriptor itself.
        let code = unsafe fchownat(place.number, "", user ?? .max, group ?? .max, AT_EMPTY_PATH)
        guard code == 0 else { throw SystemError("chown(2)", path, code: errno) }
    }

    /// - Parameters:
    ///   - mode: 0 through 0o7777.
    ///   - follow: Whether symbolic links are followed.
    /// - Throws: ``SystemError`` as chmod(2) fails; `ELOOP` for a link; `ENOENT` or `ENODEV` for
    ///   `/proc/thread-self/fd` if proc(5) is not mounted.
    package static func changeMode(
        of path: String,
        to mode: UInt16,
        follow: Bool
    ) throws(SystemError) {
        let place = try openPlace(path, "chmod(2)", follow: follow)
        let descriptors = try FileCalls.ownDescriptors()
        // SAFETY: the name lives until the call returns, and the kernel only reads it.
        let code = unsafe fchmodat(descriptors.number, "\(place.number)", mode_t(mode), 0)
        guard code == 0 else { throw SystemError("chmod(2)", path, code: errno) }
    }

    /// - Parameters:
    ///   - times: The last access and the last modification, in seconds since 1970; nil for the present time.
    ///   - follow: Whether symbolic links are followed. If not, a link at the end gets the times itself.
    /// - Throws: ``SystemError`` as utimensat(2) fails; `ELOOP` for a link on the way.
    package static func setTimes(
        of path: String,
        to times: (access: Int, modification: Int)?,
        follow: Bool
    ) throws(SystemError) {
        let place = try openPlace(path, "utimensat(2)", follow: follow, opensLink: true)
        let both = times.map {
            [
                timespec(tv_sec: $0.access, tv_nsec: 0),
                timespec(tv_sec: $0.modification, tv_nsec: 0),
            ]
        }
        // SAFETY: the empty path names the descriptor itself; the call reads two times, or none.
        let code =
            if let both { unsafe utimensat(place.number, "", both, AT_EMPTY_PATH) } else {
                unsafe utimensat(place.number, "", nil, AT_EMPTY_PATH)
            }
        guard code == 0 else { throw SystemError("utimensat(2)", path, code: errno) }
    }

    /// Opens the file at a path, and waits for no other process.
    ///
    /// - Parameter follow: Whether symbolic links are followed.
    /// - Throws: ``SystemError`` as openat2(2) fails; `ELOOP` for a link.
    package static func open(
        _ path: String,
        for use: FileUse,
        follow: Bool
    ) throws(SystemError) -> Descriptor {
        try FileCalls.reopen(try openPlace(path, "open(2)", follow: follow), for: use, at: path)
    }

    /// Opens the place that a call is about. The name of the call is for its errors.
    ///
    /// - Parameters:
    ///   - follow: Whether symbolic links are followed. If not, a link anywhere on the path fails with `ELOOP`.
    ///   - opensLink: Without `follow`: whether a link at the end is opened itself.
    /// - SeeAlso: `RESOLVE_NO_SYMLINKS` in openat2(2).
    private static func openPlace(
        _ path: String,
        _ call: String,
        follow: Bool,
        opensLink: Bool = false
    ) throws(SystemError) -> Descriptor {
        try FileCalls.refuseNUL(path, call)
        let flags = O_PATH | O_CLOEXEC | (opensLink && !follow ? O_NOFOLLOW : 0)
        let resolve = follow ? 0 : UInt64(RESOLVE_NO_SYMLINKS)
        // SAFETY: `path` lives until the call returns, and the kernel only reads it.
        let file = unsafe clinux_openat2(AT_FDCWD, path, UInt64(flags), resolve)
        guard file < 0 else { return Descriptor(owning: file) }
        let remedy =
            errno == ELOOP && !follow
            ? "name the path without symbolic links, or pass `follow: true`" : nil
        throw SystemError(call, path, code: errno, remedy: remedy)
    }
}
