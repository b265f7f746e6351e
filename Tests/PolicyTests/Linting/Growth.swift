import Glibc

/// How many times as much processor time a work takes with eight times as much to do.
///
/// That of the thread alone, so that whatever else runs has no part in it. Work that grows with its size
/// comes to about 8, that which grows with the square of it to 64.
func growth(of work: (_ size: Int) -> Void) -> Double {
    let few = (0..<3).map { _ in seconds { work(1000) } }.min() ?? 0
    return seconds { work(8000) } / few
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
