import Glibc

/// The threads of this process.
package struct OwnThreads: Sendable {
    package var calling: ThreadCredentials
    /// In the order of their ids.
    package var others: [ThreadCredentials]

    package init(calling: ThreadCredentials, others: [ThreadCredentials] = []) {
        (self.calling, self.others) = (calling, others)
    }

    /// Whether any of them has a seccomp filter; see `Seccomp` in proc_pid_status(5).
    package var haveSystemCallFilter: Bool {
        calling.seccompMode == 2 || others.contains { $0.seccompMode == 2 }
    }
}

// The threads of a process, each of which has credentials of its own.
extension ProcessCalls {
    /// Whether proc(5) is of the pid namespace of this process: `NSpid` has one number for each namespace from that of
    /// the mount on.
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

    /// The credentials of every thread of a process that has not ended, in the order of their ids.
    ///
    /// - Throws: ``SystemError`` with `ESRCH` when the process is not there or ends meanwhile, or is
    ///   hidden from us (`hidepid`, proc(5)); with `EAGAIN` when new threads appeared during each of three
    ///   rounds.
    package static func credentials(ofProcess pid: Int32) throws(SystemError) -> [ThreadCredentials]
    {
        try threadCredentials("\(pid)")
    }

    /// Reads until a new listing has no thread that was not read: one that ends while it is read may have
    /// started another with its credentials.
    private static func threadCredentials(
        _ process: String
    ) throws(SystemError) -> [ThreadCredentials] {
        var read: [Int32: ThreadCredentials] = [:]
        for _ in 0..<3 {
            let listed = try threads(in: process)
            for thread in listed where read[thread] == nil {
                read[thread] = try credentials(ofThread: thread, in: process)
            }
            guard Set(listed).isSuperset(of: try threads(in: process)) else { continue }
            let all = listed.compactMap { read[$0] }.filter { !$0.hasEnded }
            guard !all.isEmpty else { throw gone(process) }
            return all
        }
        let remedy = "its threads come and go; ask again"
        throw SystemError("readdir(3)", "/proc/\(process)/task", code: EAGAIN, remedy: remedy)
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

    /// The ids of the threads of a process, in ascending order.
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
}
