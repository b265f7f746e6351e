import CLinux
import Glibc

/// Returns the inode numbers of the sockets that a process holds, for comparison with ``PortSocket/inode``.
///
/// - Parameter pid: Nil for this process.
/// - Throws: ``SystemError``: `EACCES` without ptrace rights over the process, `ENOENT` if the process or `/proc` does
///   not exist.
/// - SeeAlso: proc_pid_fd(5).
package func socketInodes(of pid: Int32? = nil) throws(SystemError) -> Set<UInt32> {
    let process = pid.map { "\(ProcessCalls.livingThread(ofProcess: $0))" } ?? "self"
    let path = "/proc/\(process)/fd"
    return Set(try Directory.names(at: path).compactMap { socketInode("\(path)/\($0)") })
}

/// Returns the number N of a link `socket:[N]`, or nil for other links and for a descriptor that was closed meanwhile.
func socketInode(_ link: String) -> UInt32? {
    var buffer = [CChar](repeating: 0, count: 64)
    // SAFETY: the kernel writes at most `count` bytes.
    let length = unsafe readlink(link, &buffer, buffer.count)
    let prefix = "socket:["
    let bytes = buffer[..<max(0, length)].lazy.map(UInt8.init(bitPattern:))
    let target = String(decoding: bytes, as: UTF8.self)
    guard target.hasPrefix(prefix) else { return nil }
    return UInt32(target.dropFirst(prefix.count).dropLast())
}
