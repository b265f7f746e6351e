import CLinux
import Glibc

/// The use for which an existing file is opened, see open(2). `append` and `truncate` write, `list` is for directories.
public enum FileUse: Hashable, Sendable {
    case read, write, readWrite, append, truncate, list

    fileprivate var flags: Int32 {
        switch self {
        case .read: O_RDONLY
        case .write: O_WRONLY
        case .readWrite: O_RDWR
        case .append: O_WRONLY | O_APPEND
        case .truncate: O_WRONLY | O_TRUNC
        case .list: O_RDONLY | O_DIRECTORY
        }
    }
}

/// Calls that open a file for use after a look at it.
extension FileCalls {
    /// Opens the very object that was opened as a place, wherever its path leads by now.
    ///
    /// The kernel checks permissions again, for the calling thread. Nothing is created, no terminal becomes the
    /// controlling one, and no other process is waited for. That requires `O_NONBLOCK`, which stays on the descriptor
    /// until ``makeBlocking(_:at:)`` removes it.
    ///
    /// - Parameter path: Names the object in an error.
    /// - Throws: ``SystemError`` as open(2) fails; `ENOENT` or `ENODEV` for `/proc/thread-self/fd` if
    ///   proc(5) is not mounted.
    /// - SeeAlso: `/proc/pid/fd` in proc(5).
    package static func reopen(
        _ place: borrowing Descriptor,
        for use: FileUse,
        at path: String
    ) throws(SystemError) -> Descriptor {
        let descriptors = try ownDescriptors()
        let entry = "\(place.number)"
        let flags = UInt64(use.flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        // SAFETY: `entry` lives until the call returns, and the kernel only reads it.
        var file = unsafe clinux_openat2(descriptors.number, entry, flags, 0)
        while file < 0 && errno == EINTR {
            file = unsafe clinux_openat2(descriptors.number, entry, flags, 0)
        }
        guard file >= 0 else { throw SystemError("open(2)", path, code: errno) }
        return Descriptor(owning: file)
    }

    /// Returns a second descriptor of a place, close-on-exec.
    package static func duplicate(
        _ place: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> Descriptor {
        let file = fcntl(place.number, F_DUPFD_CLOEXEC, 0)
        guard file >= 0 else { throw SystemError("fcntl(2)", path, code: errno) }
        return Descriptor(owning: file)
    }

    /// Removes `O_NONBLOCK` from a descriptor.
    package static func makeBlocking(
        _ file: borrowing Descriptor,
        at path: String
    ) throws(SystemError) {
        let flags = fcntl(file.number, F_GETFL)
        guard flags >= 0, fcntl(file.number, F_SETFL, flags & ~O_NONBLOCK) == 0 else {
            throw SystemError("fcntl(2)", path, code: errno)
        }
    }

    /// Opens the list of this thread's descriptors. The list of the process is empty once its first thread has ended.
    static func ownDescriptors() throws(SystemError) -> Descriptor {
        let path = "/proc/thread-self/fd"
        let remedy = "mount proc(5) on /proc, through which a file that was judged is opened"
        let place: Descriptor
        do throws(SystemError) {
            place = try openOwnProc(path, follow: true)
        } catch {
            guard error.code == ENOENT || error.code == ENOTDIR else { throw error }
            throw SystemError(error.call, path, code: error.code, remedy: remedy)
        }
        // Any other file system there could give us another file.
        guard try FileSystemCalls.type(of: place, at: path) == procMagic else {
            throw SystemError("open(2)", path, code: ENODEV, remedy: remedy)
        }
        return place
    }
}
