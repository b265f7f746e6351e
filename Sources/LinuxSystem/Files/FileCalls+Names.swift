import CLinux
import Glibc

/// Looking at files by bytes: names and targets of links need not be text.
extension FileCalls {
    /// Opens what one name in a directory leads to, the topmost mount on it; a link itself. No automount
    /// is made.
    ///
    /// - Parameters:
    ///   - name: One component, without a NUL byte.
    ///   - path: Names the directory in an error.
    /// - Throws: ``SystemError`` as openat2(2) fails; `ENOENT` where there is no such name.
    package static func openName(
        _ name: [UInt8],
        in directory: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> Descriptor {
        let flags = UInt64(O_PATH | O_NOFOLLOW | O_CLOEXEC)
        return try open(name, in: directory, flags, resolve: 0, at: path)
    }

    /// Whether a symbolic link is a magic one of proc(5), which leads where its text does not say.
    ///
    /// Also where it cannot be followed at all.
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
            // Its text says that it leads to another file system, which is not asked.
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

    /// Where a symbolic link, itself opened as a place, points to.
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
            // SAFETY: the call writes at most as much as the buffer has room for; the empty path names
            // the descriptor itself.
            count = unsafe clinux_readlinkat(number, "", buffer.baseAddress, buffer.count)
            initialized = max(0, count)
        }
        guard count >= 0 else { throw SystemError("readlink(2)", path, code: errno) }
        return bytes
    }

    /// A private copy of the mount that holds a directory, from there on: it shows what is mounted over.
    ///
    /// - Throws: ``SystemError`` as open_tree(2) fails; `EPERM` without CAP_SYS_ADMIN, `EINVAL` for a
    ///   mount of another mount namespace.
    package static func clone(
        of directory: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> Descriptor {
        let number = clinux_clone_tree(directory.number)
        guard number >= 0 else { throw SystemError("open_tree(2)", path, code: errno) }
        return Descriptor(owning: number)
    }

    /// What the kernel keeps of a file on an idmapped mount, with the ids that the file system itself has.
    ///
    /// - Throws: ``SystemError`` as open_tree_attr(2) fails; `ENOSYS` before Linux 6.15, `EPERM` without
    ///   CAP_SYS_ADMIN.
    package static func unmappedStatus(
        of file: borrowing Descriptor
    ) throws(SystemError) -> FileStatus {
        let path = "an idmapped mount"
        return try status(of: try unmapped(file, at: path), at: path)
    }

    /// The same file through a private copy of its mount, without the map of ids.
    ///
    /// - Parameter withMounts: Whether the copy has what is mounted below, without maps as well, where
    ///   all of that is of kinds that can be idmapped.
    /// - Throws: as ``unmappedStatus(of:)``.
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

    /// Opens an open place again for reading, by the thread that calls; its time of access stays where
    /// the kernel lets it.
    ///
    /// A process of its own makes the call, unless the file is one of proc(5): the server of any other file,
    /// or a listener of fanotify(7) with `FAN_OPEN_PERM`, may never answer.
    package static func reopenUnseen(
        _ place: borrowing Descriptor,
        directory: Bool,
        at path: String
    ) throws(SystemError) -> Descriptor {
        let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (directory ? O_DIRECTORY : 0)
        if isOfProc(place) {
            let number = unsafe withDescriptorPath(place.number) {
                unsafe clinux_openat2(AT_FDCWD, $0, UInt64(flags), 0)
            }
            guard number >= 0 else { throw SystemError("open(2)", path, code: errno) }
            return Descriptor(owning: number)
        }
        let arguments: [FileServer.Argument] = [.number(Int(AT_FDCWD)), .link(place.number)]
        do throws(SystemError) {
            let quiet = UInt64(flags | clinux_no_access_time)
            return try FileServer.open(arguments, flags: quiet, at: path)
        } catch  where error.code == EPERM {
            return try FileServer.open(arguments, flags: UInt64(flags), at: path)
        }
    }
}

/// Bytes without a NUL, and one behind them.
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

/// The magic link of an open descriptor, which calls follow that refuse `O_PATH`.
///
/// That of the thread, since the entry of a process has none once its first thread has ended.
func withDescriptorPath<Value>(
    _ number: Int32,
    _ body: (UnsafePointer<CChar>?) -> Value
) -> Value {
    unsafe withCString(Array("/proc/thread-self/fd/\(number)".utf8), body)
}
