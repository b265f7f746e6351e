import Procedures

/// A clock whose sleepers wake at once, with its time moved on as if they had slept.
///
/// For code that waits and looks again. Where something else must happen before the time is up,
/// use ``ManualClock``: for a queue above all, whose deadlines are slept for too, and would all pass at once.
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

    /// Moves the time on to `deadline`, and returns.
    ///
    /// - Throws: `CancellationError` when the task is cancelled already.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        time.withLock { $0 = max($0, deadline) }
    }
}
