import CLinux
import Glibc

/// Returns the time of CLOCK_MONOTONIC, which sd-bus uses too.
func monotonicMicroseconds() -> UInt64 {
    var time = timespec()
    // SAFETY: the call writes one timespec, and cannot fail for this clock; see clock_gettime(2).
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
}

/// Returns a time-out for poll(2): at least the time that is left, or -1 if there is no end.
func millisecondsLeft(until end: UInt64) -> Int32 {
    guard end != .max else { return -1 }
    let now = monotonicMicroseconds()
    return end <= now ? 0 : Int32(clamping: (end - now + 999) / 1000)
}
