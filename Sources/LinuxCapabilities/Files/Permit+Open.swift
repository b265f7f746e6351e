public import Capabilities
import Kernel
public import LinuxSystem

extension Permit where Subject == FileAccess {
    /// Opens the very file that was judged, in the way that was judged, and in no other.
    ///
    /// The path is not walked again: whoever renames another file over it, or puts a symbolic link
    /// there, changes nothing. The kernel judges once more, by the thread that calls, so that a
    /// permission withdrawn since the look is respected.
    ///
    /// - A file to *read* is opened with `O_RDONLY`, a file to *write* with `O_WRONLY`: never created,
    ///   never truncated. Who writes less than is there leaves the rest; see ``OpenFile/truncate(to:)``.
    ///   `readWrite`, `append`, `list` are opened with `O_RDWR`, `O_APPEND`, `O_DIRECTORY`, and
    ///   `openTruncate` with `O_TRUNC`, which empties it.
    /// - A program to *execute* is a descriptor for execveat(2) with `AT_EMPTY_PATH`, or for fexecve(3),
    ///   which cannot be read (`O_PATH`). It is close-on-exec, so that a script, which its interpreter
    ///   opens by that descriptor, fails with `ENOENT` unless the flag is cleared before.
    /// - No other process is waited for (`O_NONBLOCK`). On a fifo or a character device the flag stays:
    ///   what is not there yet is `EAGAIN`, not a wait. Opening a device can act on it.
    /// - What was permitted by a capability that the access lets be raised is opened with it in effect once
    ///   more, on a thread that is born for it.
    /// - No terminal becomes the controlling one (`O_NOCTTY`); the descriptor is close-on-exec.
    ///
    /// Each call opens the file anew. It can block on a file system that does not answer.
    ///
    /// - Throws: ``SystemError`` with the errno of open(2), the path as its object:
    ///   - `EACCES`, `EPERM`, `EROFS`: no longer permitted, or refused by what only an open asks: a
    ///     security module, a device cgroup; `EPERM` with the name of a capability to be raised where it is
    ///     permitted no longer;
    ///   - `ETXTBSY`: a program that runs, to be written;
    ///   - `ENXIO`: a fifo to be written that nobody reads, a device without a driver;
    ///   - `EAGAIN`: a file on which another process holds a lease, see fcntl(2);
    ///   - `EBUSY`: a device that somebody uses alone;
    ///   - `EMFILE`, `ENFILE`, `ENOMEM`: no room for one more open file;
    ///   - `EIO`, `ESTALE` and others of the device or file system;
    ///   - `EOPNOTSUPP`: a host without files, such as a fake; an action that opens nothing, such as `chmod`.
    ///
    ///   Where proc(5) is not mounted, `ENOENT` (`ENODEV` where something else is) with
    ///   `/proc/thread-self/fd` as its object.
    /// - SeeAlso: open(2), execveat(2), `/proc/pid/fd` in proc(5).
    public borrowing func open() throws(SystemError) -> OpenFile {
        let path = capability.path
        guard let file = held else {
            let remedy = "only the files of a live host can be opened"
            throw SystemError("open(2)", path, code: .EOPNOTSUPP, remedy: remedy)
        }
        return OpenFile(try file.open(for: capability.action, at: path), path)
    }
}
