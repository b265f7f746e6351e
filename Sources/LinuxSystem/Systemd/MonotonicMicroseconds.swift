import CLinux
import Glibc

/// The time of CLOCK_MONOTONIC, which sd-bus counts by too.
func monotonicMicroseconds() -> UInt64 {
    var time = timespec()
    // SAFETY: the call writes one timespec, and cannot fail for this clock; see clock_gettime(2).
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
}

/// For poll(2): never less than what is left, and -1 where there is no end.
func millisecondsLeft(until end: UInt64) -> Int32 {
    guard end != .max else { return -1 }
    let now = monotonicMicroseconds()
    return end <= now ? 0 : Int32(clamping: (end - now + 999) / 1000)
}
