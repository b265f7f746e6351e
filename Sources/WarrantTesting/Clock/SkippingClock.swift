import Procedures

/// A clock whose sleepers wake at once, with the time advanced to their deadlines.
///
/// Use it for code that waits and looks again. If something else must happen before the time is up, use
/// ``ManualClock``. That applies above all to a queue: it also sleeps for its deadlines, which would all pass at once.
public final class SkippingClock: Clock {
    public struct Instant: InstantProtocol {
        fileprivate var offset: Duration = .zero

        public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        public func duration(to other: Self) -> Duration { other.offset - offset }
        public static func < (a: Self, b: Self) -> Bool { a.offset < b.offset }
    }

    private let time = Locked(Instant())

    public init() {}

    public var now: Instant { time.withLock { $0 } }
    public var minimumResolution: Duration { .zero }

    /// Advances the time to `deadline`, and returns.
    ///
    /// - Throws: `CancellationError` if the task is already cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        time.withLock { $0 = max($0, deadline) }
    }
}
