import CLinux
import Glibc
import Synchronization

/// Calls to the name service switch, with a deadline. A service that nsswitch.conf(5) names may never answer, and its
/// calls have no time limit of their own.
///
/// After a call without an answer, all calls fail at once for some seconds. So an answer that needs many names waits
/// once.
enum NameService {
    /// The time limit of one call, in seconds.
    private static let limit = 3
    /// The time without new calls after a call without an answer, in nanoseconds.
    private static let silence: UInt64 = 10_000_000_000

    private static let threads = BlockingThreads(width: 4, limit: 16)
    private static let silentUntil = Atomic<UInt64>(0)

    /// - Throws: What `body` throws; ``SystemError`` with `ETIMEDOUT` if the service gives no answer in time, or gave
    ///   none to another call within the last seconds.
    static func ask<Found: Sendable>(
        _ call: String,
        _ object: String,
        _ body: @escaping @Sendable () throws(SystemError) -> Found
    ) throws(SystemError) -> Found {
        if now >= silentUntil.load(ordering: .relaxed) {
            if let found = try threads.wait(object, seconds: limit, body) { return found }
            silentUntil.store(now + silence, ordering: .relaxed)
        }
        throw SystemError(call, object, code: ETIMEDOUT)
    }

    private static var now: UInt64 {
        var time = timespec()
        // SAFETY: the call writes one timespec.
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
