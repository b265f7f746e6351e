import CLinux
import Glibc
package import Kernel

/// Calls that look at a file and have no effect on it. None of those in this file opens a file for use.
package enum FileCalls {
    /// Opens a place in the file tree. This needs search permission on the path, and no permission of the file.
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
        if directory == AT_FDCWD, let place = try openOfProc(path, follow: follow) { return place }
        if let place = try openCachedPlace(path, in: directory, follow: follow) { return place }
        let start: [FileServer.Argument] = [.number(Int(directory)), .text(Array(path.utf8))]
        let opened = try FileServer.opened(start, placeFlags(follow), at: path)
        let process = opened.process
        return try ownPlace(opened.release(), openedBy: process, follow: follow, at: path)
    }

    /// Opens what a path leads to from a root directory, as ``openPlace(_:in:follow:)`` does. Magic links of proc(5)
    /// are not followed.
    package static func openPlace(
        _ path: String,
        below root: borrowing Descriptor,
        follow: Bool
    ) throws(SystemError) -> Descriptor {
        let resolve = UInt64(RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS)
        let cached = resolve | UInt64(RESOLVE_CACHED)
        let flags = placeFlags(follow)
        let unknown = [EAGAIN, EINVAL]
        let number = try open(path, in: root.number, flags, cached, but: unknown, at: path)
        if let number { return Descriptor(owning: number) }
        let start: [FileServer.Argument] = [.number(Int(root.number)), .text(Array(path.utf8))]
        return try FileServer.open(start, flags: flags, resolve: resolve, at: path)
    }

    private static func placeFlags(_ follow: Bool) -> UInt64 {
        UInt64(O_PATH | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW))
    }

    /// - Parameter expected: Errors for which the result is nil.
    private static func open(
        _ path: String,
        in directory: Int32,
        _ flags: UInt64,
        _ resolve: UInt64,
        but expected: [Int32],
        at whole: String
    ) throws(SystemError) -> Int32? {
        try refuseNUL(path, "open(2)")
        // SAFETY: the text lives until the call returns, which only reads it.
        let file = unsafe path.withCString { path in
            unsafe clinux_openat2(directory, path, flags, resolve)
        }
        if file >= 0 { return file }
        guard expected.contains(errno) else { throw SystemError("open(2)", whole, code: errno) }
        return nil
    }

    /// Opens a place if that needs no input or output, because the whole path is in the kernel's caches.
    ///
    /// - Returns: nil if it would need any. Then ask again on ``BlockingThreads``.
    /// - Throws: As ``openPlace(_:in:follow:)``.
    /// - SeeAlso: `RESOLVE_CACHED` in openat2(2), Linux 5.12.
    package static func openCachedPlace(
        _ path: String,
        in directory: Int32 = AT_FDCWD,
        follow: Bool
    ) throws(SystemError) -> Descriptor? {
        // EAGAIN: not cached; EINVAL: the kernel does not know the flag.
        let unknown = [EAGAIN, EINVAL]
        let flags = placeFlags(follow)
        let cached = UInt64(RESOLVE_CACHED)
        return try open(path, in: directory, flags, cached, but: unknown, at: path)
            .map(Descriptor.init)
    }

    /// Opens a place of proc(5), by a path that this program composed of names without links.
    ///
    /// A magic link at the end is followed as by ``openPlace(_:in:follow:)``.
    static func openOwnProc(_ path: String, follow: Bool) throws(SystemError) -> Descriptor {
        // SAFETY: the text lives until the call returns, which only reads it.
        let file = unsafe clinux_openat2(AT_FDCWD, path, placeFlags(follow), 0)
        guard file >= 0 else { throw SystemError("open(2)", path, code: errno) }
        return Descriptor(owning: file)
    }

    /// Opens a place below `/proc` without a server. No link on the path leads out of `/proc`, and a magic link at the
    /// end leads to its file at once.
    ///
    /// - Returns: nil for any other path.
    private static func openOfProc(
        _ path: String,
        follow: Bool
    ) throws(SystemError) -> Descriptor? {
        guard path.utf8.starts(with: "/proc/".utf8),
            let root = try? openCachedPlace("/proc", follow: true), LocalMounts.hold(root.number)
        else { return nil }
        let rest = path.utf8.dropFirst("/proc/".utf8.count).drop { $0 == 0x2F }
        if rest.isEmpty { return nil }
        return try open(String(decoding: rest, as: UTF8.self), inProc: root, follow: follow)
    }

    private static func open(
        _ path: String,
        inProc root: borrowing Descriptor,
        follow: Bool
    ) throws(SystemError) -> Descriptor? {
        let inside = UInt64(RESOLVE_NO_XDEV | RESOLVE_NO_MAGICLINKS | RESOLVE_BENEATH)
        let flags = placeFlags(follow)
        let leaving = [ELOOP, EXDEV, EAGAIN]
        let whole = "/proc/\(path)"
        let found = try open(path, in: root.number, flags, inside, but: leaving, at: whole)
        if let found { return Descriptor(owning: found) }
        guard follow, let slash = path.utf8.lastIndex(of: 0x2F) else { return nil }
        let above = String(decoding: path.utf8[..<slash], as: UTF8.self)
        let name = String(decoding: path.utf8[slash...].dropFirst(), as: UTF8.self)
        let folder = try open(
            above,
            in: root.number,
            placeFlags(true),
            inside,
            but: leaving,
            at: whole
        )
        guard let parent = folder.map(Descriptor.init), !name.isEmpty, name != "..",
            isOfProc(parent)
        else { return nil }
        return try open(name, in: parent.number, flags, 0, but: [], at: whole)
            .map(Descriptor.init)
    }

    static func isOfProc(_ place: borrowing Descriptor) -> Bool {
        guard LocalMounts.hold(place.number) else { return false }
        var found = statfs()
        // SAFETY: the call writes one `struct statfs`.
        let code = unsafe fstatfs(place.number, &found)
        return code == 0 && Int64(found.f_type) == procMagic
    }

    /// Returns the place that a path leads to from here, if `/proc/self` led the process that opened it to that
    /// process' own folder. Both processes share what the magic links lead to, so other places are the same.
    ///
    /// - Throws: ``SystemError`` as open(2) fails; `ESTALE` if the folder cannot be identified.
    private static func ownPlace(
        _ place: consuming Descriptor,
        openedBy process: pid_t,
        follow: Bool,
        at path: String
    ) throws(SystemError) -> Descriptor {
        guard isOfProc(place) else { return place }
        let link = "/proc/thread-self/fd/\(place.number)"
        var text = try target(of: try openOwnProc(link, follow: false), at: link)
        // The process that opened the place has ended.
        if text.hasSuffix(" (deleted)") { text.removeLast(" (deleted)".count) }
        let names = text.pathNames
        guard let index = names.firstIndex(of: "\(process)") else { return place }
        let isThread = names.dropFirst(index + 1).starts(with: ["task", "\(process)"])
        let rest = names.dropFirst(index + (isThread ? 3 : 1))
        let own = ([isThread ? "thread-self" : "self"] + rest).joined(separator: "/")
        let root = try openPlace("/" + names[..<index].joined(separator: "/"), follow: true)
        guard isOfProc(root), let found = try open(own, inProc: root, follow: follow) else {
            throw SystemError("open(2)", path, code: ESTALE)
        }
        return found
    }

    /// Opens a file of `/proc/PID/ns`, for ioctl_ns(2).
    static func openNamespace(_ path: String) throws(SystemError) -> Descriptor {
        // SAFETY: `path` lives until the call returns, and the kernel only reads it.
        let number = unsafe clinux_openat2(AT_FDCWD, path, UInt64(O_RDONLY | O_CLOEXEC), 0)
        guard number >= 0 else { throw SystemError("open(2)", path, code: errno) }
        return Descriptor(owning: number)
    }

    /// Returns the facts of an open file that lies on this machine, in memory or on a local disk.
    ///
    /// - Returns: nil for any other file system, whose server might not answer, and on kernels that cannot tell (before
    ///   Linux 6.8).
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

    /// Returns the attributes that the kernel keeps of an open file. `path` names the file in an error.
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

    /// Asks the kernel whether this thread may use an open file, by its effective user and kernel capabilities.
    ///
    /// - Returns: nil for yes, otherwise the errno of the refusal or failure.
    /// - SeeAlso: faccessat2(2).
    package static func refusal(of mode: Permissions, for file: borrowing Descriptor) -> Errno? {
        guard FileServer.keeps(file.number) else { return localRefusal(of: mode, for: file) }
        let flags = Int(AT_EMPTY_PATH | AT_EACCESS)
        let answer = FileServer.make(
            clinux_apart_faccessat2,
            [.number(Int(file.number)), .text([]), .number(Int(mode.rawValue)), .number(flags)]
        )
        return answer.result == 0 ? nil : Errno(rawValue: answer.error)
    }

    /// Whether a filter of system calls answers in place of the kernel: it refuses every question about an open file, even
    /// whether it exists.
    package static func isFiltered(_ file: borrowing Descriptor) -> Bool {
        refusal(of: [], for: file) != nil
    }

    /// As ``refusal(of:for:)``, for a file for which ``localFile(_:)`` returns facts.
    package static func localRefusal(
        of mode: Permissions,
        for file: borrowing Descriptor
    ) -> Errno? {
        // SAFETY: the empty path makes the call judge the descriptor itself.
        let code = unsafe clinux_faccessat2(
            file.number,
            "",
            Int32(mode.rawValue),
            AT_EMPTY_PATH | AT_EACCESS
        )
        return code == 0 ? nil : Errno(rawValue: errno)
    }

    /// Asks the kernel whether this thread may use what a path leads to, as ``refusal(of:for:)`` does.
    ///
    /// - Returns: nil for yes, otherwise the errno; `EINVAL` for a path with a NUL byte.
    package static func refusal(of mode: Permissions, at path: String, follow: Bool) -> Errno? {
        do throws(SystemError) {
            return refusal(of: mode, for: try openMountedPlace(path, follow: follow))
        } catch {
            return error.errno
        }
    }

    /// Returns the target of a symbolic link, which is itself opened as a place.
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
    /// Whether the string contains a NUL byte, at which C would stop.
    package var hasNUL: Bool {
        // SAFETY: the call only reads the bytes, which live until it returns.
        let found = unsafe utf8.withContiguousStorageIfAvailable { bytes in
            guard let start = bytes.baseAddress else { return false }
            return unsafe memchr(start, 0, bytes.count) != nil
        }
        return found ?? utf8.contains(0)
    }
}
