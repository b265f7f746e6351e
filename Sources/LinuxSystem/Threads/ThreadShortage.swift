import CLinux
import Glibc
import Synchronization

/// The time for which the system has had no room for a thread that another thread waits for.
package enum ThreadShortage {
    /// The maximum duration in seconds.
    private static let limit = 2
    /// The start of the first pause, and the end of the latest.
    private static let times = Mutex((first: 0, last: 0))

    /// Waits before another attempt to start a thread.
    ///
    /// - Returns: Whether the shortage has lasted for two seconds. Then it does not wait.
    package static func pause(_ seconds: UInt32) -> Bool {
        let now = now
        let isOver = times.withLock { times in
            if now - times.last > limit { times.first = now }
            return now - times.first >= limit
        }
        guard !isOver else { return true }
        var pause = timespec(tv_sec: Int(seconds), tv_nsec: 0)
        // SAFETY: the call only reads one timespec. If the pause is cut short, the next attempt comes sooner.
        _ = unsafe nanosleep(&pause, nil)
        // On a busy machine, a pause takes longer than requested.
        times.withLock { $0.last = Self.now }
        return false
    }

    /// The seconds of the monotonic clock.
    private static var now: Int {
        var time = timespec()
        // SAFETY: the call writes one timespec.
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec
    }
}
