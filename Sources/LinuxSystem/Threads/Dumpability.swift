import CLinux
import Synchronization

/// The "dumpable" attribute of this process, which a change of ids of any of its threads sets to
/// `fs.suid_dumpable`; see PR_SET_DUMPABLE in prctl(2).
///
/// From then until all are who they were, `/proc/PID` belongs to root and nobody without CAP_SYS_PTRACE
/// may trace the process. That is wanted while a thread has somebody else's uid: its files in `/proc` would
/// belong to them, `oom_score_adj` among them. Where the program itself sets the attribute to 0 within that
/// time, that is undone: it cannot be told apart.
enum Dumpability {
    private static let state = Mutex((holders: 0, before: Int32(0)))

    /// To be called before a thread changes its ids.
    static func hold() {
        state.withLock { state in
            if state.holders == 0 { state.before = clinux_prctl(PR_GET_DUMPABLE, 0) }
            state.holders += 1
        }
    }

    /// To be called after it has its own ids again; with the last the attribute is what it was.
    static func release() {
        state.withLock { state in
            state.holders -= 1
            // 2 cannot be set by anybody but the kernel: what it has set instead stays.
            guard state.holders == 0, [0, 1].contains(state.before) else { return }
            _ = clinux_prctl(PR_SET_DUMPABLE, UInt(state.before))
        }
    }
}
