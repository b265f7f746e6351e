/// A time of a ``DeadlineTimer``, or a length, in whole nanoseconds. It has half the size of `Duration`, and each
/// procedure calculates with it many times.
struct Nanoseconds: Comparable, Sendable {
    /// Later than any time.
    static let never = Self(count: .max)
    /// A hundred years, in attoseconds. A longer limit is cut to this, so no sum overflows.
    private static let longest: Int128 = 3_153_600_000_000_000_000_000_000_000

    let count: Int64

    private init(count: Int64) { self.count = count }

    /// A length of zero to a hundred years.
    init(clamping duration: Duration) {
        let attoseconds = min(max(duration.attoseconds, 0), Self.longest)
        count = Int64(truncatingIfNeeded: attoseconds / 1_000_000_000)
    }

    var duration: Duration { .nanoseconds(count) }

    static func < (one: Self, other: Self) -> Bool { one.count < other.count }

    func after(_ start: Self) -> Self { Self(count: start.count + count) }

    func since(_ start: Self) -> Duration { .nanoseconds(count - start.count) }
}
