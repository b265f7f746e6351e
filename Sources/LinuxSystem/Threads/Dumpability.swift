import CLinux
import Synchronization

/// The "dumpable" attribute of this process. A change of ids by any of its threads sets it to `fs.suid_dumpable`; see
/// PR_SET_DUMPABLE in prctl(2).
///
/// From then until all threads have their own ids again, `/proc/PID` belongs to root, and only a process with
/// CAP_SYS_PTRACE may trace this one. That is intended: otherwise a thread's files in `/proc`, such as `oom_score_adj`,
/// would belong to the user whose uid the thread has assumed. If the program itself sets the attribute to 0 within that
/// time, the change is undone, since it cannot be distinguished.
enum Dumpability {
    private static let state = Mutex((holders: 0, before: Int32(0)))

    /// Call this before a thread changes its ids.
    static func hold() {
        state.withLock { state in
            if state.holders == 0 { state.before = clinux_prctl(PR_GET_DUMPABLE, 0) }
            state.holders += 1
        }
    }

    /// Call this after the thread has its own ids again. The last call restores the attribute.
    static func release() {
        state.withLock { state in
            state.holders -= 1
            // Only the kernel can set 2, so the value that it set instead stays.
            guard state.holders == 0, [0, 1].contains(state.before) else { return }
            _ = clinux_prctl(PR_SET_DUMPABLE, UInt(state.before))
        }
    }
}
