/// One question on its way through the thread of a bus.
struct BusQuestion: Sendable {
    let call: MethodCall
    let limit: Duration
    /// In microseconds of CLOCK_MONOTONIC, as sd-bus counts too.
    let deadline: UInt64
    /// Told how it ended, exactly once, on the thread of the bus.
    let settle: @Sendable (Result<BusMessage, BusFailure>) -> Void

    init(
        _ call: MethodCall,
        within limit: Duration,
        settle: @escaping @Sendable (Result<BusMessage, BusFailure>) -> Void
    ) {
        self.call = call
        self.limit = limit
        self.settle = settle
        // Thirty years are as good as no limit, and cannot overflow.
        let microseconds = min(max(limit / .microseconds(1), 0), 1e15)
        deadline = monotonicMicroseconds() + UInt64(microseconds)
    }
}
