/// One question on its way through the thread of a bus.
struct BusQuestion: Sendable {
    let call: MethodCall
    let limit: Duration
    /// The deadline in microseconds of CLOCK_MONOTONIC, as in sd-bus.
    let deadline: UInt64
    /// Called exactly once with the outcome, on the thread of the bus.
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
