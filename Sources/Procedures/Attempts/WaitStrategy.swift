/// How long to wait between attempts.
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

    /// The wait before a further attempt, counted from 1.
    public func delay(beforeAttempt attempt: Int) -> Duration {
        min(max(delay(attempt), .zero), Self.longest)
    }

    /// No wait at all.
    public static let none = WaitStrategy { _ in .zero }

    /// Always the same.
    public static func constant(_ delay: Duration) -> Self { Self { _ in delay } }

    /// 0, 3, 6, 9 s, … for an increment of 3 s; from `initial` on.
    public static func incrementing(from initial: Duration = .zero, by step: Duration) -> Self {
        Self { attempt in sum(initial, repeating: attempt - 1) { $0 + step } }
    }

    /// 0, 1, 1, 2, 3, 5, 8 s, … for a unit of 1 s.
    public static func fibonacci(unit: Duration = .seconds(1)) -> Self {
        Self { attempt in
            var next = unit
            return sum(.zero, repeating: attempt - 1) { last in
                defer { next += last }
                return next
            }
        }
    }

    /// 1, 2, 4, 8 s, … from 1 s on; each `factor` times the one before.
    public static func exponential(from initial: Duration, factor: Double = 2) -> Self {
        Self { attempt in sum(initial, repeating: attempt - 1) { scaled($0, by: factor) } }
    }

    /// Anything in the range, each as likely.
    ///
    /// - Parameter fraction: Where in the range, from 0 up to 1.
    public static func random(
        in range: ClosedRange<Duration>,
        fraction: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) -> Self {
        Self { _ in
            range.lowerBound + scaled(range.upperBound - range.lowerBound, by: fraction())
        }
    }

    /// Never longer than `maximum`.
    public func atMost(_ maximum: Duration) -> Self { Self { min(delay($0), maximum) } }

    /// Shorter or longer by up to a share of itself, so that those who failed together do not all come
    /// back together.
    ///
    /// - Parameters:
    ///   - share: From 0, nothing, to 1, anything up to twice as long.
    ///   - fraction: Where between the two, from 0 up to 1.
    public func jittered(
        by share: Double = 0.2,
        fraction: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) -> Self {
        Self { attempt in
            Self.scaled(delay(attempt), by: 1 + min(max(share, 0), 1) * (2 * fraction() - 1))
        }
    }

    /// As often as it still makes a difference.
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
