import CLinux
import Glibc
import Kernel

/// Facts about the threads of processes from `/proc`, and calls on processes.
package enum ProcessCalls {
    /// The effective user of the calling thread.
    package static var ownUser: UInt32 { geteuid() }

    /// The id of this process.
    package static var ownProcess: Int32 { getpid() }

    /// Returns the credentials of the calling thread with its securebits.
    package static func ownCredentials() throws(SystemError) -> ThreadCredentials {
        try ownThread().credentials
    }

    /// Returns the credentials of the calling thread, and whether it is the only thread of its process.
    static func ownThread() throws(SystemError) -> (credentials: ThreadCredentials, isAlone: Bool) {
        let path = "/proc/thread-self/status"
        let fields = StatusFields(try SmallFile.bytes(at: path))
        var own = try credentials(in: fields, of: path)
        own.secureBits = try CapabilityCalls.ownSecureBits()
        return (own, fields["Threads:"]?.first == "1")
    }

    static func credentials(at path: String) throws(SystemError) -> ThreadCredentials {
        try credentials(in: StatusFields(try SmallFile.bytes(at: path)), of: path)
    }

    private static func credentials(
        in fields: StatusFields,
        of path: String
    ) throws(SystemError) -> ThreadCredentials {
        guard let found = ThreadCredentials(fields) else {
            throw SystemError("read(2)", path, code: EINVAL)
        }
        return found
    }

    // Credentials of the threads of a process. Each thread has its own.

    /// Whether proc(5) belongs to the pid namespace of this process. `NSpid` has one number for each namespace,
    /// beginning with that of the mount.
    package static var isProcOurs: Bool {
        guard let status = try? SmallFile.bytes(at: "/proc/self/status") else { return false }
        let lines = status.split(separator: UInt8(ascii: "\n"))
        let numbers = lines.first { $0.starts(with: "NSpid:".utf8) }
        return numbers?.split(separator: UInt8(ascii: "\t")).count ?? 2 == 2
    }

    /// - Throws: ``SystemError`` as ``credentials(ofProcess:)``.
    package static func ownThreads() throws(SystemError) -> OwnThreads {
        let (own, isAlone) = try ownThread()
        // Only this thread could start another.
        if isAlone { return OwnThreads(calling: own) }
        let others = try threadCredentials("self").filter { $0.thread != own.thread }
        return OwnThreads(calling: own, others: others)
    }

    /// Returns the credentials of every thread of a process that has not ended, in the order of their ids.
    ///
    /// - Throws: ``SystemError`` with `ESRCH` if the process does not exist, ends meanwhile, or is hidden from this
    ///   process (`hidepid`, proc(5)); with `EAGAIN` if threads came or went during each of 100 rounds.
    package static func credentials(ofProcess pid: Int32) throws(SystemError) -> [ThreadCredentials]
    {
        try threadCredentials("\(pid)")
    }

    /// Reads threads until a new listing contains only threads already read, and the main thread is still the same. A
    /// thread that ends while it is read may have started another one with its credentials, or it has executed a
    /// program, and has the id of the main thread since (de_thread of fs/exec.c).
    private static func threadCredentials(
        _ process: String
    ) throws(SystemError) -> [ThreadCredentials] {
        for _ in 0..<100 {
            var read: [Int32: ThreadCredentials] = [:]
            let listed = try threads(in: process)
            for thread in listed { read[thread] = try credentials(ofThread: thread, in: process) }
            guard try isSettled(read, in: process) else { continue }
            let all = listed.compactMap { read[$0] }.filter { !$0.hasEnded }
            guard !all.isEmpty else { throw gone(process) }
            return all
        }
        let remedy = "its threads come and go; ask again"
        throw SystemError("readdir(3)", "/proc/\(process)/task", code: EAGAIN, remedy: remedy)
    }

    /// Returns whether no thread has come or gone since the threads were read. Two looks follow each other, because a
    /// thread could come and go between two steps of one.
    private static func isSettled(
        _ read: [Int32: ThreadCredentials],
        in process: String
    ) throws(SystemError) -> Bool {
        for _ in 0..<2 {
            guard try Set(threads(in: process)) == Set(read.keys) else { return false }
            guard let main = read.values.lazy.compactMap(\.process).first ?? nil,
                let known = read[main]
            else { continue }
            guard try credentials(ofThread: main, in: process) == known else { return false }
        }
        return true
    }

    /// - Returns: nil for a thread that has ended.
    private static func credentials(
        ofThread thread: Int32,
        in process: String
    ) throws(SystemError) -> ThreadCredentials? {
        do throws(SystemError) {
            return try credentials(at: "/proc/\(process)/task/\(thread)/status")
        } catch  where error.code == ENOENT || error.code == ESRCH {
            return nil
        }
    }

    /// Returns the ids of the threads of a process, in ascending order.
    package static func threads(ofProcess pid: Int32) throws(SystemError) -> [Int32] {
        try threads(in: "\(pid)")
    }

    private static func threads(in process: String) throws(SystemError) -> [Int32] {
        do throws(SystemError) {
            return try Directory.names(at: "/proc/\(process)/task").compactMap { Int32($0) }
                .sorted()
        } catch  where error.code == ENOENT {
            throw gone(process)
        }
    }

    private static func gone(_ process: String) -> SystemError {
        SystemError("open(2)", "process \(process)", code: ESRCH)
    }

    /// The real user of this process, for whom a set-user-ID program runs.
    package static var ownRealUser: UInt32 { getuid() }

    /// Returns the start time of a process, in clock ticks since boot. No later process with its id has the same.
    ///
    /// - Throws: ``SystemError`` with `ENOENT` or `ESRCH` if there is no such process.
    /// - SeeAlso: `starttime` in proc_pid_stat(5).
    package static func startTime(ofProcess pid: Int32) throws(SystemError) -> UInt64 {
        let path = "/proc/\(pid)/stat"
        let fields = try statFields(at: path)
        guard fields.count > 20, let time = UInt64(fields[20]) else {
            throw SystemError("read(2)", path, code: EINVAL)
        }
        return time
    }

    /// Returns a thread through which proc(5) shows what all threads of a process share: its files, root directory and
    /// namespaces.
    ///
    /// It is the main thread, unless that has ended before the others. Then proc(5) shows nothing for it.
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

    /// Returns the fields after the program's name, which stands in parentheses and can contain any character.
    private static func statFields(at path: String) throws(SystemError) -> [Substring] {
        let text = String(decoding: try SmallFile.bytes(at: path), as: UTF8.self)
        guard let end = text.utf8.lastIndex(of: UInt8(ascii: ")")) else {
            throw SystemError("read(2)", path, code: EINVAL)
        }
        return text[end...].split(separator: " ")
    }

    /// Returns a descriptor for the process with this id and start time, or nil if it does not exist any more.
    ///
    /// - SeeAlso: pidfd_open(2).
    package static func handle(
        ofProcess pid: Int32,
        startedAt time: UInt64
    ) -> SharedDescriptor? {
        let number = clinux_pidfd_open(pid)
        guard number >= 0 else { return nil }
        let handle = SharedDescriptor(Descriptor(owning: number))
        // Read after the open: if the id still belongs to this process now, it did so at the open.
        return (try? startTime(ofProcess: pid)) == time ? handle : nil
    }

    package enum IDKind: String, Sendable { case user = "uid", group = "gid" }

    /// Returns the overflow id, which stands for all ids that the user namespace of this process does not map. Returns
    /// nil if it maps all ids, so that the overflow id is a real one.
    ///
    /// - SeeAlso: `/proc/sys/kernel/overflowuid` in proc_sys_kernel(5).
    package static func ownOverflow(_ kind: IDKind) throws(SystemError) -> UInt32? {
        let path = "/proc/self/\(kind.rawValue)_map"
        let text = String(decoding: try SmallFile.bytes(at: path), as: UTF8.self)
        let all = IDMap.Range(inside: 0, outside: 0, count: .max)
        guard IDMap(parsing: text)?.ranges != [all] else { return nil }
        let overflow = try SmallFile.number(at: "/proc/sys/kernel/overflow\(kind.rawValue)")
        return UInt32(truncatingIfNeeded: overflow)
    }

    /// - Parameter number: A signal; 0 only asks whether a signal could be sent.
    /// - Throws: ``SystemError`` as kill(2) fails: `EPERM`, `ESRCH`, `EINVAL`.
    package static func signal(_ number: Int32, to pid: Int32) throws(SystemError) {
        guard kill(pid, number) == 0 else {
            throw SystemError("kill(2)", "process \(pid)", code: errno)
        }
    }

    /// - Parameter nice: From -20, the most favourable, through 19.
    /// - Throws: ``SystemError`` as setpriority(2) fails: `EACCES` for a lower value than is allowed, `EPERM` for
    ///   another user's process, `ESRCH`.
    package static func setNice(_ nice: Int32, of pid: Int32) throws(SystemError) {
        guard setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(pid), nice) == 0 else {
            throw SystemError("setpriority(2)", "process \(pid)", code: errno)
        }
    }

    /// Whether any thread of this process has a seccomp filter; true if that is unknown. See `Seccomp` in
    /// proc_pid_status(5).
    static var hasSystemCallFilter: Bool {
        guard let threads = try? ownThreads() else { return true }
        return threads.haveSystemCallFilter
    }

    /// Ends this process with its exit handlers, see exit(3).
    ///
    /// If another process still waits for a file server, it shares our descriptors. Then the standard streams are
    /// closed for both, so that their readers see the end of file.
    package static func exit(_ status: Int32) -> Never {
        if FileServer.isAwaited {
            fflush(nil)
            for stream in 0...2 as ClosedRange<Int32> { close(stream) }
            FileServer.closeAll()
        }
        Glibc.exit(status)
    }

    /// Ends this process without its exit handlers, see _exit(2).
    package static func exitAtOnce(_ status: Int32) -> Never { Glibc._exit(status) }
}
