import CLinux
import Glibc

/// The calls by which a file that was looked at is opened for use.
extension FileCalls {
    /// Opens the very object that was opened as a place, wherever its path leads by now.
    ///
    /// The kernel judges again, by the calling thread. Nothing is created or truncated, no terminal
    /// becomes the controlling one, and no other process is waited for: hence `O_NONBLOCK`, which stays
    /// on the descriptor unless ``makeBlocking(_:at:)`` takes it away.
    ///
    /// - Parameter path: Names the object in an error.
    /// - Throws: ``SystemError`` as open(2) fails; `ENOENT` or `ENODEV` for `/proc/thread-self/fd` where
    ///   proc(5) is not mounted.
    /// - SeeAlso: `/proc/pid/fd` in proc(5).
    package static func reopen(
        _ place: borrowing Descriptor,
        writing: Bool,
        at path: String
    ) throws(SystemError) -> Descriptor {
        let descriptors = try ownDescriptors()
        let entry = "\(place.number)"
        let flags = UInt64((writing ? O_WRONLY : O_RDONLY) | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        // SAFETY: `entry` lives until the call returns, and the kernel only reads it.
        var file = unsafe clinux_openat2(descriptors.number, entry, flags, 0)
        while file < 0 && errno == EINTR {
            file = unsafe clinux_openat2(descriptors.number, entry, flags, 0)
        }
        guard file >= 0 else { throw SystemError("open(2)", path, code: errno) }
        return Descriptor(owning: file)
    }

    /// A second descriptor of a place, close-on-exec.
    package static func duplicate(
        _ place: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> Descriptor {
        let file = fcntl(place.number, F_DUPFD_CLOEXEC, 0)
        guard file >= 0 else { throw SystemError("fcntl(2)", path, code: errno) }
        return Descriptor(owning: file)
    }

    /// Takes `O_NONBLOCK` off a descriptor that has no other flag of fcntl(2) `F_SETFL`.
    package static func makeBlocking(
        _ file: borrowing Descriptor,
        at path: String
    ) throws(SystemError) {
        guard fcntl(file.number, F_SETFL, 0) == 0 else {
            throw SystemError("fcntl(2)", path, code: errno)
        }
    }

    /// Where the descriptors of this thread are listed. That of the thread, since the entry of a
    /// process has none once its first thread has ended.
    private static func ownDescriptors() throws(SystemError) -> Descriptor {
        let path = "/proc/thread-self/fd"
        let remedy = "mount proc(5) on /proc, through which a file that was judged is opened"
        let place: Descriptor
        do throws(SystemError) {
            place = try openPlace(path, follow: true)
        } catch {
            guard error.code == ENOENT || error.code == ENOTDIR else { throw error }
            throw SystemError(error.call, path, code: error.code, remedy: remedy)
        }
        // Anything else there could hand us another file.
        guard try mount(of: place, at: path).magic == procMagic else {
            throw SystemError("open(2)", path, code: ENODEV, remedy: remedy)
        }
        return place
    }
}
