public import Capabilities
import Kernel
public import LinuxSystem

extension Permit where Subject == FileAccess {
    /// Opens the very file that was judged, only in the way that was judged.
    ///
    /// The path is not walked again. Another file that is renamed over it, or a symbolic link placed there, changes
    /// nothing. The kernel judges once more for the calling thread, so a permission withdrawn since the look is
    /// respected.
    ///
    /// - A file to *read* is opened with `O_RDONLY`, a file to *write* with `O_WRONLY`: never created, never truncated.
    ///   To write fewer bytes than the file has leaves the rest; see ``OpenFile/truncate(to:)``. `readWrite`, `append`,
    ///   `list` are opened with `O_RDWR`, `O_APPEND`, `O_DIRECTORY`, and `openTruncate` with `O_TRUNC`, which empties
    ///   the file.
    /// - A program to *execute* is a descriptor for execveat(2) with `AT_EMPTY_PATH`, or for fexecve(3). It cannot be
    ///   read (`O_PATH`). It is close-on-exec. A script, which its interpreter opens by that descriptor, therefore
    ///   fails with `ENOENT` unless the flag is cleared first.
    /// - The open waits for no other process (`O_NONBLOCK`). The flag stays on a FIFO or a character device: `EAGAIN`
    ///   means that no data is there yet. To open a device can act on it.
    /// - If a raised capability gave the permission, the file is opened with it in effect once more, on a new thread.
    /// - No terminal becomes the controlling one (`O_NOCTTY`). The descriptor is close-on-exec.
    ///
    /// Each call opens the file again. It can block on a file system that does not respond.
    ///
    /// - Throws: ``SystemError`` with the errno of open(2), the path as its object:
    ///   - `EACCES`, `EPERM`, `EROFS`: no longer permitted, or refused by a check that only an open makes: a security
    ///     module, a device cgroup; `EPERM` with the name of a capability that is no longer permitted and so cannot be
    ///     raised;
    ///   - `ETXTBSY`: a running program, for writing;
    ///   - `ENXIO`: a FIFO without readers, for writing; a device without a driver;
    ///   - `EAGAIN`: a file on which another process holds a lease, see fcntl(2);
    ///   - `EBUSY`: a device that another process uses exclusively;
    ///   - `EMFILE`, `ENFILE`, `ENOMEM`: no room for another open file;
    ///   - `EIO`, `ESTALE` and other errors of the device or file system;
    ///   - `EOPNOTSUPP`: a host without files, such as a fake; an action that opens nothing, such as `chmod`.
    ///
    ///   If proc(5) is not mounted: `ENOENT`, or `ENODEV` if something else is mounted there, with
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
