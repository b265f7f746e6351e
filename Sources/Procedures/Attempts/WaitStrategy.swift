/// The wait between attempts.
///
/// ```swift
/// let fetch = Procedure("fetch") { … }
///     .retried(upTo: 5, waiting: .exponential(from: .milliseconds(100)).atMost(.seconds(10)).jittered())
/// ```
///
/// No wait is negative, and none is longer than a hundred years.
public struct WaitStrategy: Sendable {
    private static let longest: Duration = .seconds(3_153_600_000)

    private let delay: @Sendable (_ attempt: Int) -> Duration

    /// - Parameter delay: The wait before each further attempt, counted from 1.
    public init(_ delay: @escaping @Sendable (_ attempt: Int) -> Duration) { self.delay = delay }

    /// Returns the wait before a further attempt. Attempts are counted from 1.
    public func delay(beforeAttempt attempt: Int) -> Duration {
        min(max(delay(attempt), .zero), Self.longest)
    }

    /// Never waits.
    public static let none = WaitStrategy { _ in .zero }

    /// Always waits equally long.
    public static func constant(_ delay: Duration) -> Self { Self { _ in delay } }

    /// Grows by `step` each time, from `initial`: 0, 3, 6, 9 s, … for a step of 3 s.
    public static func incrementing(from initial: Duration = .zero, by step: Duration) -> Self {
        Self { attempt in sum(initial, repeating: attempt - 1) { $0 + step } }
    }

    /// Grows as the Fibonacci numbers: 0, 1, 1, 2, 3, 5, 8 s, … for a unit of 1 s.
    public static func fibonacci(unit: Duration = .seconds(1)) -> Self {
        Self { attempt in
            var next = unit
            return sum(.zero, repeating: attempt - 1) { last in
                defer { next += last }
                return next
            }
        }
    }

    /// Grows by `factor` each time, from `initial`: 1, 2, 4, 8 s, … from 1 s.
    public static func exponential(from initial: Duration, factor: Double = 2) -> Self {
        Self { attempt in sum(initial, repeating: attempt - 1) { scaled($0, by: factor) } }
    }

    /// Waits for a random time in the range.
    ///
    /// - Parameter fraction: The position in the range, from 0 up to 1. By default every position is equally likely.
    public static func random(
        in range: ClosedRange<Duration>,
        fraction: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) -> Self {
        Self { _ in
            range.lowerBound + scaled(range.upperBound - range.lowerBound, by: fraction())
        }
    }

    /// Limits each wait to `maximum`.
    public func atMost(_ maximum: Duration) -> Self { Self { min(delay($0), maximum) } }

    /// Lengthens or shortens each wait by a random share of itself. Callers that failed together then do not all return
    /// together.
    ///
    /// - Parameters:
    ///   - share: The largest change. 0 changes nothing; 1 yields any wait up to twice as long.
    ///   - fraction: The position between the shortest and the longest wait, from 0 up to 1.
    public func jittered(
        by share: Double = 0.2,
        fraction: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) -> Self {
        Self { attempt in
            Self.scaled(delay(attempt), by: 1 + min(max(share, 0), 1) * (2 * fraction() - 1))
        }
    }

    /// Applies `next` up to `count` times, and stops where the limit on a wait makes further steps pointless.
    private static func sum(
        _ initial: Duration,
        repeating count: Int,
        _ next: (Duration) -> Duration
    ) -> Duration {
        var delay = initial
        for _ in 0..<max(0, count) where delay < longest && delay > .zero - longest {
            delay = next(delay)
        }
        return delay
    }

    private static func scaled(_ delay: Duration, by factor: Double) -> Duration {
        let seconds = delay / .seconds(1) * factor
        guard seconds.isFinite else { return seconds > 0 ? longest : .zero }
        return .seconds(min(max(seconds, 0), longest / .seconds(1)))
    }
}
