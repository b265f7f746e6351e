import CLinux
import Glibc

/// The C library's change of the ids of all threads. setuid(3) and similar functions signal each thread, and wait until
/// each has made the same call. They end the process if the call fails in one thread and not in another; see nptl(7).
enum SetIDBroadcast {
    /// glibc's SIGSETXID, which the library's own signal masks cannot contain.
    private static let signal: Int32 = 33

    /// Runs `body` while a change of ids waits. The calling thread makes the change afterwards, with its own identity.
    ///
    /// A thread that never took the signal would make setuid(3) wait for ever. A thread that took it with an assumed
    /// identity would fail to make the call, and so end the process.
    static func heldOff<Success>(_ body: () throws -> Success) rethrows -> Success {
        _ = clinux_mask_signal(SIG_BLOCK, signal)
        defer { _ = clinux_mask_signal(SIG_UNBLOCK, signal) }
        return try body()
    }
}
