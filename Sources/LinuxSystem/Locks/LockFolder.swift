import CLinux
import Glibc
import Synchronization

/// A directory of lock files. It is held open while files in it are opened and made.
package struct LockFolder: ~Copyable, Sendable {
    package let path: String
    package let facts: FileFacts
    private let place: Descriptor

    /// Opens the file at the path, whatever its kind: see ``facts``. A symbolic link is not followed.
    package init(at path: String) throws(SystemError) {
        let place = try FileCalls.openPlace(path, follow: false)
        facts = try FileCalls.facts(of: place, at: path)
        self.path = path
        self.place = place
    }

    /// Makes a directory that only its owner may write to. An existing one is left alone.
    package static func make(at path: String) throws(SystemError) {
        try FileCalls.refuseNUL(path, "mkdir(2)")
        // SAFETY: `path` lives until the call returns, and the kernel only reads it.
        guard unsafe mkdir(path, 0o755) == 0 || errno == EEXIST else {
            throw SystemError("mkdir(2)", path, code: errno)
        }
    }

    /// Opens an existing lock file.
    ///
    /// The open is safe against other files in its place: a symbolic link is not followed, and the open does not wait
    /// for a fifo, a device or a file under a lease (fcntl(2)).
    ///
    /// - Returns: nil if there is none.
    package borrowing func open(_ name: String) throws(SystemError) -> LockFile? {
        let file = openFile(name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        if file < 0, errno == ENOENT { return nil }
        guard file >= 0 else { throw SystemError("open(2)", path(of: name), code: errno) }
        return try LockFile(Descriptor(owning: file), at: path(of: name))
    }

    /// Makes a lock file, which has its mode and group as soon as it is visible.
    ///
    /// - Parameters:
    ///   - mode: The permission bits, independent of the umask.
    ///   - group: The group of the file; nil leaves it to the file system.
    /// - Returns: nil if another process made one meanwhile.
    package borrowing func make(
        _ name: String,
        mode: UInt16,
        group: UInt32?
    ) throws(SystemError) -> LockFile? {
        let temporary = Self.newName()
        let number = openFile(temporary, O_RDWR | O_CREAT | O_EXCL)
        // A file left over from a killed process with the same pid is left alone.
        if number < 0, errno == EEXIST { return try make(name, mode: mode, group: group) }
        guard number >= 0 else { throw SystemError("open(2)", path(of: name), code: errno) }
        let file = Descriptor(owning: number)
        do throws(SystemError) {
            if let group, fchown(file.number, .max, group) != 0 {
                throw SystemError("fchown(2)", path(of: name), code: errno)
            }
            guard fchmod(file.number, mode_t(mode)) == 0 else {
                throw SystemError("fchmod(2)", path(of: name), code: errno)
            }
            // SAFETY: both names live until the call returns, and the kernel only reads them.
            guard unsafe clinux_rename_new(place.number, temporary, name) == 0 else {
                throw SystemError("rename(2)", path(of: name), code: errno)
            }
            return try LockFile(file, at: path(of: name))
        } catch {
            // After the rename, the temporary name does not exist.
            _ = unsafe unlinkat(place.number, temporary, 0)
            if error.call == "rename(2)", error.code == EEXIST { return nil }
            throw error
        }
    }

    private static let lastNumber = Atomic(0)

    private static func newName() -> String {
        ".new-\(getpid())-\(lastNumber.wrappingAdd(1, ordering: .relaxed).newValue)"
    }

    private borrowing func openFile(_ name: String, _ flags: Int32) -> Int32 {
        // SAFETY: `name` lives until the call returns, and the kernel only reads it.
        unsafe clinux_openat(place.number, name, flags | O_CLOEXEC, 0o600)
    }

    private borrowing func path(of name: String) -> String { "\(path)/\(name)" }
}
