import CLinux
import Glibc

extension ProcessCalls {
    /// The real user of this process, whom set-user-ID programs run for.
    package static var ownRealUser: UInt32 { getuid() }

    /// When a process began, in clock ticks since boot: no later process with its id has the same.
    ///
    /// - Throws: ``SystemError`` with `ENOENT` or `ESRCH` where there is no such process.
    /// - SeeAlso: `starttime` in proc_pid_stat(5).
    package static func startTime(ofProcess pid: Int32) throws(SystemError) -> UInt64 {
        let path = "/proc/\(pid)/stat"
        let fields = try statFields(at: path)
        guard fields.count > 20, let time = UInt64(fields[20]) else {
            throw SystemError("read(2)", path, code: EINVAL)
        }
        return time
    }

    /// The thread by which proc(5) shows what all threads of a process share: its files, root directory and
    /// namespaces.
    ///
    /// It is the main thread, unless that has ended before the others: then proc(5) shows nothing of it.
    static func livingThread(ofProcess pid: Int32) -> Int32 {
        guard hasEnded(at: "/proc/\(pid)/stat"), let all = try? threads(ofProcess: pid) else {
            return pid
        }
        return all.first { !hasEnded(at: "/proc/\(pid)/task/\($0)/stat") } ?? pid
    }

    private static func hasEnded(at path: String) -> Bool {
        guard let state = try? statFields(at: path).dropFirst().first else { return false }
        return state == "Z" || state == "X"
    }

    /// The fields from the end of the program's name on, which stands in parentheses and can have any
    /// character.
    private static func statFields(at path: String) throws(SystemError) -> [Substring] {
        let text = String(decoding: try SmallFile.bytes(at: path), as: UTF8.self)
        guard let end = text.utf8.lastIndex(of: UInt8(ascii: ")")) else {
            throw SystemError("read(2)", path, code: EINVAL)
        }
        return text[end...].split(separator: " ")
    }

    /// A descriptor for the very process that began then; nil where there is none of it any more.
    ///
    /// - SeeAlso: pidfd_open(2).
    package static func handle(
        ofProcess pid: Int32,
        startedAt time: UInt64
    ) -> SharedDescriptor? {
        let number = clinux_pidfd_open(pid)
        guard number >= 0 else { return nil }
        let handle = SharedDescriptor(Descriptor(owning: number))
        // Read after it was opened: an id that is of this process still was so then.
        return (try? startTime(ofProcess: pid)) == time ? handle : nil
    }
}
