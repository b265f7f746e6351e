import CLinux
import Glibc
import Kernel

/// A thread of another process that ptrace(2) stops until this value ends. It then goes on as before.
///
/// INVARIANT: one thread makes and ends the value, because the kernel accepts no other. If this thread or its process
/// ends, the kernel lets the stopped thread go on.
struct StoppedThread: ~Copyable {
    private let thread: Int32
    /// The signal that it was about to get; 0 for none.
    private let signal: Int32

    /// Stops a thread as soon as it leaves an uninterruptible sleep. Some calls of the thread, such as epoll_wait(2),
    /// then end with EINTR; see "Interruption of system calls and library functions by stop signals" in signal(7).
    ///
    /// - Returns: nil for a thread that has ended.
    /// - Throws: ``SystemError`` with `EPERM` if it is traced already, or may not be traced.
    init?(_ thread: Int32) throws(SystemError) {
        guard clinux_ptrace_seize(thread) == 0 else {
            let code = errno
            if code == ESRCH { return nil }
            throw SystemError("ptrace(2)", "thread \(thread)", code: code)
        }
        // It can have ended since.
        _ = clinux_ptrace_interrupt(thread)
        var status: Int32 = 0
        // SAFETY: the call only writes the status.
        while unsafe clinux_wait_stop(thread, &status) != thread {
            guard errno == EINTR else { return nil }
        }
        guard status & 0xFF == 0x7F else { return nil }
        let event = UInt32(bitPattern: status) >> 16
        guard event != clinux_exit_event else {
            _ = clinux_ptrace_detach(thread, 0)
            return nil
        }
        self.thread = thread
        signal = event == 0 ? status >> 8 & 0xFF : 0
    }

    deinit { _ = clinux_ptrace_detach(thread, signal) }

    var isNative: Bool { clinux_ptrace_is_native(thread) }

    /// The number of instructions that all filters of a thread have at most: `MAX_INSNS_PER_PATH` in kernel/seccomp.c.
    private static let mostInstructions = 32_768

    /// Returns its seccomp filters, the one that was loaded first at first.
    ///
    /// - Throws: ``SystemError`` with `EACCES` if this process may not read them.
    func filters() throws(SystemError) -> [[FilterInstruction]] {
        var filters: [[FilterInstruction]] = []
        var count = 0
        while let filter = try filter(at: filters.count) {
            filters.append(filter)
            count += filter.count
            guard count <= Self.mostInstructions else { throw failure(E2BIG) }
        }
        return filters
    }

    private func filter(at index: Int) throws(SystemError) -> [FilterInstruction]? {
        // Without a buffer, the call only counts.
        let count = clinux_ptrace_filter(thread, UInt(index), nil)
        guard count >= 0 else {
            let code = errno
            if code == ENOENT { return nil }
            throw failure(code)
        }
        var lines = [sock_filter](repeating: sock_filter(), count: Int(count))
        // SAFETY: the thread is stopped, so that the filter has the same length, which is that of the buffer.
        guard unsafe clinux_ptrace_filter(thread, UInt(index), &lines) == count else {
            throw failure(errno)
        }
        return lines.map { FilterInstruction($0.code, $0.k, $0.jt, $0.jf) }
    }

    private func failure(_ code: Int32) -> SystemError {
        SystemError("ptrace(2)", "thread \(thread)", code: code)
    }
}
