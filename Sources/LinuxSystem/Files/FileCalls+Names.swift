import CLinux
import Glibc

/// Calls that take and return bytes, since names and targets of links need not be text.
extension FileCalls {
    /// Opens what one name in a directory leads to: the topmost mount on it, or a link itself. No automount is
    /// triggered.
    ///
    /// - Parameters:
    ///   - name: One component, without a NUL byte.
    ///   - path: Names the directory in an error.
    /// - Throws: ``SystemError`` as openat2(2) fails; `ENOENT` if there is no such name.
    package static func openName(
        _ name: [UInt8],
        in directory: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> Descriptor {
        let flags = UInt64(O_PATH | O_NOFOLLOW | O_CLOEXEC)
        return try open(name, in: directory, flags, resolve: 0, at: path)
    }

    /// Whether a symbolic link is a magic link of proc(5), which does not lead where its text says.
    ///
    /// Returns true also if the link cannot be followed at all.
    package static func isMagicLink(
        _ name: [UInt8],
        in directory: borrowing Descriptor
    ) -> Bool {
        let flags = UInt64(O_PATH | O_CLOEXEC)
        let resolve = UInt64(RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV)
        do throws(SystemError) {
            _ = try open(name, in: directory, flags, resolve: resolve, at: "")
            return false
        } catch {
            // EXDEV: the text of the link leads to another file system, which is not asked.
            return error.code != EXDEV
        }
    }

    private static func open(
        _ name: [UInt8],
        in directory: borrowing Descriptor,
        _ flags: UInt64,
        resolve: UInt64,
        at path: String
    ) throws(SystemError) -> Descriptor {
        let parent = directory.number
        if FileServer.keeps(parent) {
            let arguments: [FileServer.Argument] = [.number(Int(parent)), .text(name)]
            return try FileServer.open(arguments, flags: flags, resolve: resolve, at: path)
        }
        let number = unsafe withCString(name) { unsafe clinux_openat2(parent, $0, flags, resolve) }
        guard number >= 0 else { throw SystemError("openat2(2)", path, code: errno) }
        return Descriptor(owning: number)
    }

    /// Returns the target of a symbolic link, which is itself opened as a place.
    package static func targetBytes(
        of link: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> [UInt8] {
        var count = 0
        let number = link.number
        if FileServer.keeps(number) {
            let answer = FileServer.make(
                clinux_apart_readlinkat,
                [.number(Int(number)), .text([]), .room, .number(Int(PATH_MAX))],
                room: Int(PATH_MAX)
            )
            guard answer.result >= 0 else {
                throw SystemError("readlink(2)", path, code: answer.error)
            }
            return Array(answer.bytes.prefix(answer.result))
        }
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) {
            buffer,
            initialized in
            // SAFETY: the call writes at most as many bytes as the buffer has; the empty path names the descriptor
            // itself.
            count = unsafe clinux_readlinkat(number, "", buffer.baseAddress, buffer.count)
            initialized = max(0, count)
        }
        guard count >= 0 else { throw SystemError("readlink(2)", path, code: errno) }
        return bytes
    }

    /// Opens a private copy of the mount that holds a directory, from that directory on. The copy shows the files that
    /// other mounts cover.
    ///
    /// - Throws: ``SystemError`` as open_tree(2) fails; `EPERM` without CAP_SYS_ADMIN, `EINVAL` for a mount of another
    ///   mount namespace.
    package static func clone(
        of directory: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> Descriptor {
        let number = clinux_clone_tree(directory.number)
        guard number >= 0 else { throw SystemError("open_tree(2)", path, code: errno) }
        return Descriptor(owning: number)
    }

    /// Returns the status of a file on an idmapped mount, with the ids that the file system itself stores.
    ///
    /// - Throws: ``SystemError`` as open_tree_attr(2) fails; `ENOSYS` before Linux 6.15, `EPERM` without CAP_SYS_ADMIN.
    package static func unmappedStatus(
        of file: borrowing Descriptor
    ) throws(SystemError) -> FileStatus {
        let path = "an idmapped mount"
        return try status(of: try unmapped(file, at: path), at: path)
    }

    /// Opens the same file through a private copy of its mount, without the id map.
    ///
    /// - Parameter withMounts: Whether the copy includes the mounts below, without their id maps too. They are included
    ///   only if all of them are of kinds that can be idmapped.
    /// - Throws: As ``unmappedStatus(of:)``.
    package static func unmapped(
        _ file: borrowing Descriptor,
        withMounts: Bool = false,
        at path: String
    ) throws(SystemError) -> Descriptor {
        var number = clinux_clone_tree_unmapped(file.number, withMounts ? 1 : 0)
        if number < 0, withMounts, errno == EINVAL {
            number = clinux_clone_tree_unmapped(file.number, 0)
        }
        guard number >= 0 else { throw SystemError("open_tree_attr(2)", path, code: errno) }
        return Descriptor(owning: number)
    }

    /// Opens an open place again for reading, by the calling thread. The access time stays the same if the kernel
    /// permits that.
    ///
    /// A separate process makes the call, unless the file is one of proc(5). The server of any other file, or a
    /// listener of fanotify(7) with `FAN_OPEN_PERM`, may never answer.
    package static func reopenUnseen(
        _ place: borrowing Descriptor,
        directory: Bool,
        at path: String
    ) throws(SystemError) -> Descriptor {
        let flags = unseenFlags | (directory ? O_DIRECTORY : 0)
        if isOfProc(place) {
            let number = unsafe withDescriptorPath(place.number) {
                unsafe clinux_openat2(AT_FDCWD, $0, UInt64(flags), 0)
            }
            guard number >= 0 else { throw SystemError("open(2)", path, code: errno) }
            return Descriptor(owning: number)
        }
        let link: [FileServer.Argument] = [.number(Int(AT_FDCWD)), .link(place.number)]
        guard directory else { return try openQuietly(link, flags, at: path).release() }
        // A process that uses a link of proc(5) takes twice as long, up to its end. `.` needs permission to search.
        let itself: [FileServer.Argument] = [.number(Int(place.number)), .text(Array(".".utf8))]
        do throws(SystemError) {
            return try openQuietly(itself, flags, at: path).release()
        } catch  where error.code == EACCES {
            return try openQuietly(link, flags, at: path).release()
        }
    }

    /// Opens a regular file again as ``reopenUnseen(_:directory:at:)`` does. The separate process also reads its first
    /// bytes.
    static func reopenReading(
        _ place: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> FileServer.Opened {
        guard !isOfProc(place) else {
            return FileServer.Opened(try reopenUnseen(place, directory: false, at: path))
        }
        let link: [FileServer.Argument] = [.number(Int(AT_FDCWD)), .link(place.number)]
        return try openQuietly(link, unseenFlags, reads: true, at: path)
    }

    private static let unseenFlags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK

    /// Opens a file. The access time stays the same if the kernel permits that.
    private static func openQuietly(
        _ start: [FileServer.Argument],
        _ flags: Int32,
        reads: Bool = false,
        at path: String
    ) throws(SystemError) -> FileServer.Opened {
        do throws(SystemError) {
            let quiet = UInt64(flags | clinux_no_access_time)
            return try FileServer.opened(start, quiet, reads: reads, at: path)
        } catch  where error.code == EPERM {
            return try FileServer.opened(start, UInt64(flags), reads: reads, at: path)
        }
    }
}

/// Passes bytes without a NUL to `body`, with a NUL added at the end.
func withCString<Value>(
    _ bytes: [UInt8],
    _ body: (UnsafePointer<CChar>?) -> Value
) -> Value {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
        for index in bytes.indices { unsafe buffer[index] = CChar(bitPattern: bytes[index]) }
        unsafe buffer[bytes.count] = 0
        // SAFETY: all bytes of the buffer were just written, and it has at least one.
        return unsafe body(UnsafePointer(buffer.baseAddress))
    }
}

/// Passes the magic link of an open descriptor to `body`, for calls that refuse an `O_PATH` descriptor.
///
/// The link is that of the thread: the entry of a process has no descriptors once its first thread has ended.
func withDescriptorPath<Value>(
    _ number: Int32,
    _ body: (UnsafePointer<CChar>?) -> Value
) -> Value {
    unsafe withCString(Array("/proc/thread-self/fd/\(number)".utf8), body)
}
