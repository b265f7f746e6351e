import CLinux
import Glibc
import Synchronization

/// How long the system has had no room for a thread that something waits for.
package enum ThreadShortage {
    /// How long it may last, in seconds.
    private static let limit = 2
    /// When the first pause began, and the latest ended.
    private static let times = Mutex((first: 0, last: 0))

    /// Waits, as somebody does who tries again then.
    ///
    /// - Returns: Whether it has lasted for two seconds; then without a wait.
    package static func pause(_ seconds: UInt32) -> Bool {
        let now = now
        let isOver = times.withLock { times in
            if now - times.last > limit { times.first = now }
            return now - times.first >= limit
        }
        guard !isOver else { return true }
        var pause = timespec(tv_sec: Int(seconds), tv_nsec: 0)
        // SAFETY: the call only reads one timespec. A pause cut short is a try the sooner.
        _ = unsafe nanosleep(&pause, nil)
        // On a busy machine a pause lasts longer than was asked for.
        times.withLock { $0.last = Self.now }
        return false
    }

    /// Seconds of the monotonic clock.
    private static var now: Int {
        var time = timespec()
        // SAFETY: the call writes one timespec.
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec
    }
}
