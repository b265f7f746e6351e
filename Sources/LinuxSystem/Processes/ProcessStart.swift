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
        let text = String(decoding: try SmallFile.bytes(at: path), as: UTF8.self)
        // The name of the program, in parentheses, can have any character.
        let fields = text.utf8.lastIndex(of: UInt8(ascii: ")")).map {
            text[$0...].split(separator: " ")
        }
        guard let fields, fields.count > 20, let time = UInt64(fields[20]) else {
            throw SystemError("read(2)", path, code: EINVAL)
        }
        return time
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
