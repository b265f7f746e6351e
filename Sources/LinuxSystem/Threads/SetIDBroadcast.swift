import CLinux
import Glibc

/// How the library changes the ids of all threads: setuid(3) and its like signal each of them, wait until
/// each has made the same call, and end the process where one fails and another does not; see nptl(7).
enum SetIDBroadcast {
    /// glibc's SIGSETXID, which no mask of the library can hold.
    private static let signal: Int32 = 33

    /// Runs `body` while a change of ids waits; the calling thread makes it afterwards, as who it was.
    ///
    /// A thread that never took the signal would keep setuid(3) waiting for ever, and one that took it
    /// as somebody else would fail to make the call and so end the process.
    static func heldOff<Success>(_ body: () throws -> Success) rethrows -> Success {
        _ = clinux_mask_signal(SIG_BLOCK, signal)
        defer { _ = clinux_mask_signal(SIG_UNBLOCK, signal) }
        return try body()
    }
}
