import CMalloc
import Glibc

/// User and system time of all threads of this process so far, in seconds.
func processorTime() -> Double {
    var usage = rusage()
    // SAFETY: the structure is ours and of the type that getrusage(2) fills.
    let result = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    precondition(result == 0, "getrusage fails only for a bad argument")
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

private func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
}

/// Processor time of this thread so far, in seconds.
func processorTimeOfThread() -> Double {
    var time = timespec()
    // SAFETY: the structure is ours and of the type that clock_gettime(2) fills.
    let result = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    precondition(result == 0, "every thread has this clock")
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
}

/// In seconds, since some moment.
func wallTime() -> Double {
    let (seconds, attoseconds) = start.duration(to: .now).components
    return Double(seconds) + Double(attoseconds) / 1e18
}

private let start = ContinuousClock.now

/// Bytes that malloc(3) has given out and not got back, in all arenas and mappings.
func bytesInUse() -> Int {
    let info = mallinfo2()
    return Int(info.uordblks) + Int(info.hblkhd)
}

/// Waits until this process has come to rest, so that all that can be enqueued is.
@concurrent func settle() async {
    var before = processorTime()
    while true {
        usleep(20_000)
        let now = processorTime()
        if now - before < 0.001 { return }
        before = now
    }
}
