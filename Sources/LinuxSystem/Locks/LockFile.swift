import CLinux
import Glibc

/// An open lock file, and the lock that its open file description may hold.
///
/// The lock covers a range that begins at the first byte, so any two locks exclude each other. The length of the range
/// is the process id of the holder plus one. So a waiting process can identify the holder, although nothing is ever
/// written to the file. The lock ends when the description is closed for the last time: at the latest when its process
/// and all children forked meanwhile have died or executed another program.
///
/// - SeeAlso: "Open file description locks" in fcntl(2).
package final class LockFile: Sendable {
    package let path: String
    package let facts: FileFacts
    /// The number of the file's names at its open.
    package let links: Int
    private let file: Descriptor

    /// The number of the descriptor, valid while this object lives.
    var descriptor: Int32 { file.number }

    init(_ file: consuming Descriptor, at path: String) throws(SystemError) {
        var found = stat()
        // SAFETY: the call writes one `struct stat`.
        guard unsafe fstat(file.number, &found) == 0 else {
            throw SystemError("fstat(2)", path, code: errno)
        }
        facts = try FileCalls.facts(of: file, at: path)
        links = Int(found.st_nlink)
        self.path = path
        self.file = file
    }

    /// Takes the lock if no other description has it. It does not wait.
    ///
    /// - Returns: Whether this description has the lock now.
    /// - Throws: ``SystemError``; `ENOLCK` if the kernel has no room for the lock.
    package func tryLock() throws(SystemError) -> Bool {
        while clinux_ofd_set(descriptor, Int16(F_WRLCK), Int64(getpid()) + 1) != 0 {
            switch errno {
            case EINTR: continue
            case EAGAIN, EACCES: return false
            default: throw SystemError("fcntl(2)", path, code: errno)
            }
        }
        return true
    }

    /// Releases the lock, even if a child forked meanwhile shares the description.
    package func unlock() {
        while clinux_ofd_set(descriptor, Int16(F_UNLCK), 0) != 0 && errno == EINTR {}
    }

    /// Returns the holder of the lock, or nil if it is free or held by this very description.
    package func holder() throws(SystemError) -> LockHolder? {
        var (type, start, length, pid) = (Int16(F_UNLCK), Int64(0), Int64(1), Int32(0))
        // SAFETY: the call writes the four numbers.
        guard unsafe clinux_ofd_get(descriptor, &type, &start, &length, &pid) == 0 else {
            throw SystemError("fcntl(2)", path, code: errno)
        }
        return Int32(type) == F_UNLCK ? nil : LockHolder(pid: pid, start: start, length: length)
    }

    /// Whether the path still leads to this file, and not through a symbolic link at its end.
    package func isInPlace() throws(SystemError) -> Bool {
        do throws(SystemError) {
            let place = try FileCalls.openPlace(path, follow: false)
            return facts.isSameFile(as: try FileCalls.facts(of: place, at: path))
        } catch  where error.code == ENOENT {
            return false
        }
    }

    /// Makes root the owner of the file, so that no other user can remove it from a sticky directory.
    package func giveToRoot(mode: UInt16) throws(SystemError) {
        guard fchown(descriptor, 0, facts.gid) == 0 else {
            throw SystemError("fchown(2)", path, code: errno)
        }
        guard fchmod(descriptor, mode_t(mode)) == 0 else {
            throw SystemError("fchmod(2)", path, code: errno)
        }
    }
}

/// The holder of a lock, as far as the kernel or the holder identifies it.
package enum LockHolder: Hashable, Sendable {
    /// The kernel identifies the process: its lock is of the older kind, which belongs to a process.
    case process(Int32)
    /// The holder of a description states its process id by the length of its lock, and may lie.
    case saysProcess(Int32)
    case unknown

    /// The highest possible value of `/proc/sys/kernel/pid_max`, see proc(5).
    private static let lastPID: Int64 = 1 << 22

    init(pid: Int32, start: Int64, length: Int64) {
        if pid > 0 {
            self = .process(pid)
        } else if start == 0, (2...Self.lastPID + 1).contains(length) {
            self = .saysProcess(Int32(length - 1))
        } else {
            self = .unknown
        }
    }
}
