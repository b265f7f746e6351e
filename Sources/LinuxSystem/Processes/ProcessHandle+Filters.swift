import CLinux
import Glibc
package import Kernel

extension ProcessHandle {
    /// Returns the seccomp filters that every thread of the process has, the one that was loaded first at first. It
    /// stops each thread for a moment, one after another.
    ///
    /// The caller must serialize such reads: a thread has one tracer.
    /// - Returns: None for a process without filters, which it does not stop.
    /// - Throws: ``SystemError`` if they cannot be read, if threads have different ones, or if the process runs a program
    ///   for another architecture.
    /// - SeeAlso: `PTRACE_SECCOMP_GET_FILTER` in ptrace(2).
    package func filters() throws(SystemError) -> [[FilterInstruction]] {
        var found: [[FilterInstruction]]?
        var read: Set<Int32> = []
        for _ in 0..<10 {
            let threads = try ProcessCalls.credentials(ofProcess: pid)
            let new = threads.filter { !read.contains($0.thread) }
            if new.isEmpty, let found {
                try requireAlive()
                return found
            }
            guard threads.count <= Self.mostThreads else {
                throw problem(E2BIG, "it has more than \(Self.mostThreads) threads")
            }
            for thread in new {
                read.insert(thread.thread)
                guard let filters = try filters(of: thread) else { continue }
                guard found == nil || found == filters else {
                    throw problem(EINVAL, "its threads have different filters")
                }
                found = filters
            }
        }
        throw problem(EAGAIN, "its threads come and go; ask again")
    }

    private static let mostThreads = 10_000

    /// - Returns: nil for a thread that has ended.
    private func filters(
        of thread: ThreadCredentials
    ) throws(SystemError) -> [[FilterInstruction]]? {
        switch thread.seccompMode {
        case 0: return []
        case 2: try requirePermission()
        default: throw problem(EINVAL, "it is in strict mode")
        }
        do throws(SystemError) {
            guard let stopped = try StoppedThread(thread.thread) else { return nil }
            guard stopped.isNative else {
                throw problem(ENOEXEC, "it runs a program for another architecture")
            }
            return try stopped.filters()
        } catch  where error.code == EPERM {
            guard let obstacle = try obstacle(to: thread.thread) else { return nil }
            throw problem(EPERM, obstacle)
        } catch  where error.code == EINVAL {
            throw problem(EINVAL, "this kernel does not show filters (CONFIG_CHECKPOINT_RESTORE)")
        } catch  where error.code == EACCES {
            throw problem(EACCES, Self.need)
        }
    }

    private static let need =
        "it takes CAP_SYS_ADMIN in the initial user namespace, and no seccomp filter of this process"

    /// Stops no process in vain. A thread of another user namespace learns it from the kernel.
    private func requirePermission() throws(SystemError) {
        let own = try ProcessCalls.ownCredentials()
        guard own.capabilities.effective.contains(.sysAdmin), own.seccompMode == 0 else {
            throw problem(EACCES, Self.need)
        }
    }

    /// Returns why a thread may not be traced; nil if it has ended.
    private func obstacle(to thread: Int32) throws(SystemError) -> String? {
        let status: StatusFields
        do throws(SystemError) {
            status = StatusFields(try SmallFile.bytes(at: "/proc/\(pid)/task/\(thread)/status"))
        } catch  where error.code == ENOENT || error.code == ESRCH {
            return nil
        }
        if status["State:"]?.first.map({ "ZX".contains($0) }) == true { return nil }
        guard let tracer = status["TracerPid:"]?.first, tracer != "0" else {
            return "ask as root with CAP_SYS_PTRACE"
        }
        return "process \(tracer) traces it already"
    }

    private func problem(_ code: Int32, _ remedy: String) -> SystemError {
        SystemError("ptrace(2)", "process \(pid)", code: code, remedy: remedy)
    }
}
