import Glibc

/// Returns the factor by which the processor time of some work grows with eight times the size.
///
/// The time is that of the thread alone, so other work has no effect. Linear work gives about 8, quadratic work about
/// 64.
func growth(of work: (_ size: Int) -> Void) -> Double {
    let few = (0..<3).map { _ in seconds { work(500) } }.min() ?? 0
    return seconds { work(4000) } / few
}

private func seconds(_ work: () -> Void) -> Double {
    let start = processorTime()
    work()
    return processorTime() - start
}

private func processorTime() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
