import CLinux
import Glibc

/// The calls by which a file is looked at, without effect on it. None of them opens a file for use.
package enum FileCalls {
    /// Opens a place in the tree, which needs search permission on the way and nothing of the file.
    ///
    /// - Parameters:
    ///   - directory: Where a relative path starts, or `AT_FDCWD`.
    ///   - follow: Whether a symbolic link at the end is followed; if not, the link itself is opened.
    /// - Throws: ``SystemError`` as open(2) fails; `EINVAL` for a path with a NUL byte.
    /// - SeeAlso: `O_PATH` in open(2).
    package static func openPlace(
        _ path: String,
        in directory: Int32 = AT_FDCWD,
        follow: Bool
    ) throws(SystemError) -> Descriptor {
        try refuseNUL(path, "open(2)")
        let flags = O_PATH | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW)
        // Links of proc(5) lead to what belongs to the process that makes the call.
        if !path.utf8.starts(with: "/proc/".utf8) {
            if let place = try openCachedPlace(path, in: directory, follow: follow) { return place }
            let how: [FileServer.Argument] = [.number(Int(directory)), .text(Array(path.utf8))]
            let place = try FileServer.open(how, flags: UInt64(flags), at: path)
            guard isOfProc(place) else { return place }
        }
        // SAFETY: `path` lives until the call returns, and the kernel only reads it.
        let file = unsafe clinux_openat2(directory, path, UInt64(flags), 0)
        guard file >= 0 else { throw SystemError("open(2)", path, code: errno) }
        return Descriptor(owning: file)
    }

    private static func isOfProc(_ place: borrowing Descriptor) -> Bool {
        guard LocalMounts.hold(place.number) else { return false }
        var found = statfs()
        // SAFETY: the call writes one `struct statfs`.
        let code = unsafe fstatfs(place.number, &found)
        return code == 0 && Int64(found.f_type) == procMagic
    }

    /// Opens a place if that takes no input or output: all the way is in the kernel's caches.
    ///
    /// - Returns: nil where it would; ask again on ``BlockingThreads``.
    /// - Throws: as ``openPlace(_:in:follow:)``.
    /// - SeeAlso: `RESOLVE_CACHED` in openat2(2), Linux 5.12.
    package static func openCachedPlace(
        _ path: String,
        in directory: Int32 = AT_FDCWD,
        follow: Bool
    ) throws(SystemError) -> Descriptor? {
        try refuseNUL(path, "open(2)")
        let flags = O_PATH | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW)
        // SAFETY: the text is lent for the call, which only reads it.
        let file = unsafe path.withCString { path in
            unsafe clinux_openat2(directory, path, UInt64(flags), UInt64(RESOLVE_CACHED))
        }
        if file >= 0 { return Descriptor(owning: file) }
        // EAGAIN: not cached; EINVAL: a kernel that does not know the flag.
        guard errno != EAGAIN && errno != EINVAL else { return nil }
        throw SystemError("open(2)", path, code: errno)
    }

    /// Opens a file of `/proc/PID/ns`, for ioctl_ns(2).
    static func openNamespace(_ path: String) throws(SystemError) -> Descriptor {
        // SAFETY: `path` lives until the call returns, and the kernel only reads it.
        let number = unsafe clinux_openat2(AT_FDCWD, path, UInt64(O_RDONLY | O_CLOEXEC), 0)
        guard number >= 0 else { throw SystemError("open(2)", path, code: errno) }
        return Descriptor(owning: number)
    }

    /// The facts of an open file that lies on this machine, in memory or on a disk of its own.
    ///
    /// - Returns: nil for any other file system, which might ask somebody who does not answer; and
    ///   where the kernel cannot tell (before Linux 6.8).
    package static func localFile(_ file: borrowing Descriptor) -> LocalFile? {
        var found = statx()
        let flags = AT_EMPTY_PATH | AT_NO_AUTOMOUNT | clinux_statx_dont_sync
        let mask = STATX_BASIC_STATS | clinux_statx_mount_id_unique
        // SAFETY: the call writes one `struct statx`.
        guard unsafe clinux_statx(file.number, "", flags, mask, &found) == 0,
            found.stx_mask & clinux_statx_mount_id_unique != 0,
            let kind = LocalMounts.kind(of: clinux_mount_id(found))
        else { return nil }
        return LocalFile(facts: FileFacts(found), mount: clinux_mount_id(found), kind: kind)
    }

    /// What the kernel keeps of an open file; `path` names it in an error.
    package static func facts(
        of file: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> FileFacts {
        if let file = localFile(file) { return file.facts }
        let flags = AT_EMPTY_PATH | AT_NO_AUTOMOUNT
        guard !FileServer.keeps(file.number) else {
            return try servedFacts(of: file, flags, at: path)
        }
        var found = statx()
        // SAFETY: the call writes one `struct statx`.
        let code = unsafe clinux_statx(file.number, "", flags, STATX_BASIC_STATS, &found)
        guard code == 0 else { throw SystemError("statx(2)", path, code: errno) }
        return FileFacts(found)
    }

    private static func servedFacts(
        of file: borrowing Descriptor,
        _ flags: Int32,
        at path: String
    ) throws(SystemError) -> FileFacts {
        let answer = FileServer.make(
            clinux_apart_statx,
            [.number(Int(file.number)), .text([]), .number(Int(flags))]
                + [.number(Int(STATX_BASIC_STATS)), .room],
            room: MemoryLayout<statx>.size
        )
        guard let found = answer.load(as: statx.self) else {
            throw SystemError("statx(2)", path, code: answer.error)
        }
        return FileFacts(found)
    }

    /// Asks the kernel whether this thread may use an open file, by its effective user and kernel
    /// capabilities.
    ///
    /// - Returns: nil for yes, otherwise the errno of the refusal or failure.
    /// - SeeAlso: faccessat2(2).
    package static func refusal(of mode: AccessMode, for file: borrowing Descriptor) -> Int32? {
        guard FileServer.keeps(file.number) else { return localRefusal(of: mode, for: file) }
        let flags = Int(AT_EMPTY_PATH | AT_EACCESS)
        let answer = FileServer.make(
            clinux_apart_faccessat2,
            [.number(Int(file.number)), .text([]), .number(Int(mode.rawValue)), .number(flags)]
        )
        return answer.result == 0 ? nil : answer.error
    }

    /// As ``refusal(of:for:)``, for a file that ``localFile(_:)`` found.
    package static func localRefusal(
        of mode: AccessMode,
        for file: borrowing Descriptor
    ) -> Int32? {
        // SAFETY: the empty path makes the call judge the descriptor itself.
        let code = unsafe clinux_faccessat2(
            file.number,
            "",
            mode.rawValue,
            AT_EMPTY_PATH | AT_EACCESS
        )
        return code == 0 ? nil : errno
    }

    /// Asks the kernel whether this thread may use what a path leads to, as ``refusal(of:for:)`` does.
    ///
    /// - Returns: nil for yes, otherwise the errno; `EINVAL` for a path with a NUL byte.
    package static func refusal(of mode: AccessMode, at path: String, follow: Bool) -> Int32? {
        guard !path.utf8.contains(0) else { return EINVAL }
        let flags = AT_EACCESS | (follow ? 0 : AT_SYMLINK_NOFOLLOW)
        guard isAtHand(path, follow: follow) else {
            let answer = FileServer.make(
                clinux_apart_faccessat2,
                [.number(Int(AT_FDCWD)), .text(Array(path.utf8))]
                    + [.number(Int(mode.rawValue)), .number(Int(flags))]
            )
            return answer.result == 0 ? nil : answer.error
        }
        // SAFETY: `path` lives until the call returns, and the kernel only reads it.
        let code = unsafe clinux_faccessat2(AT_FDCWD, path, mode.rawValue, flags)
        return code == 0 ? nil : errno
    }

    /// Whether a call about a path asks no server; links of proc(5) are each process' own.
    private static func isAtHand(_ path: String, follow: Bool) -> Bool {
        if path.utf8.starts(with: "/proc/".utf8) { return true }
        do throws(SystemError) {
            guard let place = try openCachedPlace(path, follow: follow) else { return false }
            return LocalMounts.hold(place.number)
        } catch { return true }
    }

    /// Where a symbolic link, itself opened as a place, points to.
    package static func target(
        of link: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> String {
        String(decoding: try targetBytes(of: link, at: path), as: UTF8.self)
    }

    /// C would stop at the NUL and answer for another file.
    static func refuseNUL(_ path: String, _ call: String) throws(SystemError) {
        guard !path.hasNUL else { throw SystemError(call, path, code: EINVAL) }
    }
}

extension String {
    /// Whether there is a byte in it at which C would stop.
    package var hasNUL: Bool {
        // SAFETY: the call only reads the bytes that are lent.
        let found = unsafe utf8.withContiguousStorageIfAvailable { bytes in
            guard let start = bytes.baseAddress else { return false }
            return unsafe memchr(start, 0, bytes.count) != nil
        }
        return found ?? utf8.contains(0)
    }
}
