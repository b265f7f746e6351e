import CLinux
import Glibc

/// The inode numbers of the sockets that a process holds, to be compared with ``PortSocket/inode``.
///
/// - Parameter pid: Nil for this process.
/// - Throws: ``SystemError``: `EACCES` without ptrace rights over the process, `ENOENT` when it is not
///   there (or `/proc` is not).
/// - SeeAlso: proc_pid_fd(5).
package func socketInodes(of pid: Int32? = nil) throws(SystemError) -> Set<UInt32> {
    let path = "/proc/\(pid.map(String.init) ?? "self")/fd"
    // SAFETY: the call only reads the NUL-terminated path.
    guard let folder = unsafe opendir(path) else {
        throw SystemError("opendir(3)", path, code: errno)
    }
    defer { unsafe closedir(folder) }
    var inodes: Set<UInt32> = []
    while true {
        // readdir(3) tells its end from an error by errno alone.
        errno = 0
        // SAFETY: the folder is open, and used by this thread only.
        guard let entry = unsafe readdir(folder) else { break }
        // SAFETY: d_name lies within the entry, which lives until the next readdir, and ends with a NUL.
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
            unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) {
                unsafe String(cString: $0)
            }
        }
        if let inode = socketInode(unsafe dirfd(folder), name) { inodes.insert(inode) }
    }
    guard errno == 0 else { throw SystemError("readdir(3)", path, code: errno) }
    return inodes
}

/// The number N of a link `socket:[N]`; nil for other links, and for one that was closed meanwhile.
private func socketInode(_ folder: Int32, _ name: String) -> UInt32? {
    var buffer = [CChar](repeating: 0, count: 64)
    // SAFETY: the kernel writes at most `count` bytes.
    let length = unsafe readlinkat(folder, name, &buffer, buffer.count)
    let prefix = "socket:["
    let bytes = buffer[..<max(0, length)].lazy.map(UInt8.init(bitPattern:))
    let target = String(decoding: bytes, as: UTF8.self)
    guard target.hasPrefix(prefix) else { return nil }
    return UInt32(target.dropFirst(prefix.count).dropLast())
}
