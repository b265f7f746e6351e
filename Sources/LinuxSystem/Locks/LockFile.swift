import CLinux
import Glibc

/// An open lock file, and the lock that its open file description may hold.
///
/// The lock is on a range that begins with the first byte, so that any two exclude one another, and is
/// as long as the holder's process id and one more: whoever is kept out can tell who keeps him out,
/// though nothing is ever written to the file. It ends when the description is closed for the last time,
/// at the latest when its process and all that it forked meanwhile have died or executed another program.
///
/// - SeeAlso: "Open file description locks" in fcntl(2).
package final class LockFile: Sendable {
    package let path: String
    package let facts: FileFacts
    /// How many names the file had when it was opened.
    package let links: Int
    private let file: Descriptor

    /// The number of the descriptor, for calls on it while this object lives.
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

    /// Takes the lock if nobody else has it. Does not wait.
    ///
    /// - Returns: Whether this description has it now.
    /// - Throws: ``SystemError``; `ENOLCK` where the kernel has no room for it.
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

    /// Gives the lock back, also where a child that was forked meanwhile shares the description.
    package func unlock() {
        while clinux_ofd_set(descriptor, Int16(F_UNLCK), 0) != 0 && errno == EINTR {}
    }

    /// Who has the lock; nil where nobody has, or this very description.
    package func holder() throws(SystemError) -> LockHolder? {
        var (type, start, length, pid) = (Int16(F_UNLCK), Int64(0), Int64(1), Int32(0))
        // SAFETY: the call writes the four numbers.
        guard unsafe clinux_ofd_get(descriptor, &type, &start, &length, &pid) == 0 else {
            throw SystemError("fcntl(2)", path, code: errno)
        }
        return Int32(type) == F_UNLCK ? nil : LockHolder(pid: pid, start: start, length: length)
    }

    /// Whether the path still leads to this file, and no symbolic link was put in the way.
    package func isInPlace() throws(SystemError) -> Bool {
        do throws(SystemError) {
            let place = try FileCalls.openPlace(path, follow: false)
            return facts.isSameFile(as: try FileCalls.facts(of: place, at: path))
        } catch  where error.code == ENOENT {
            return false
        }
    }

    /// Makes the file root's, so that nobody else can remove it from a sticky directory.
    package func giveToRoot(mode: UInt16) throws(SystemError) {
        guard fchown(descriptor, 0, facts.gid) == 0 else {
            throw SystemError("fchown(2)", path, code: errno)
        }
        guard fchmod(descriptor, mode_t(mode)) == 0 else {
            throw SystemError("fchmod(2)", path, code: errno)
        }
    }
}

/// Who has a lock, as far as the kernel or the holder tells.
package enum LockHolder: Hashable, Sendable {
    /// The kernel names the process: its lock is of the older kind, a process' own.
    case process(Int32)
    /// The holder of a description names itself by the length of its lock, and may lie.
    case saysProcess(Int32)
    case unknown

    /// The highest that `/proc/sys/kernel/pid_max` can be, see proc(5).
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
