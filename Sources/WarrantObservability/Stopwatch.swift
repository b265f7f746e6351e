/// The time of a clock since a common beginning.
struct Stopwatch: Sendable {
    private let elapsed: @Sendable () -> Duration

    init(_ clock: some Clock<Duration>) {
        elapsed = Self.since(clock.now, on: clock)
    }

    private static func since<Time: Clock<Duration>>(
        _ start: Time.Instant,
        on clock: Time
    ) -> @Sendable () -> Duration {
        { start.duration(to: clock.now) }
    }

    var time: Duration { elapsed() }
}

extension Duration {
    /// Whole nanoseconds, at most those of 292 years.
    var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }
}
