/// How the procedures that a condition produces must have ended for it to be evaluated.
public struct ProducedRequirements: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Any way will do.
    public static let none: Self = []
    /// None may have failed or been refused; one that was cancelled or skipped has not failed.
    public static let noFailed = Self(rawValue: 1 << 0)
    /// None may have been cancelled or skipped.
    public static let noCancelled = Self(rawValue: 1 << 1)
    /// One that failed because it was cancelled, by a deadline, say, has not failed.
    public static let ignoreFailedIfCancelled = Self(rawValue: 1 << 2)
    /// All must have succeeded.
    public static let allSucceeded: Self = [.noFailed, .noCancelled]
}
