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

    /// What is wrong with how a produced procedure ended, by these requirements; nil where nothing is.
    ///
    /// - Parameter outcome: Nil where it did not end in time, which nothing requires less than to end.
    func unmet(
        _ outcome: ErasedOutcome?,
        _ name: String,
        _ limit: Duration
    ) -> ConditionResult? {
        switch outcome {
        case nil:
            let message = "has not ended within \(limit.inWords)"
            return .undetermined([Reason(.deadlinePassed, name, message)])
        case .succeeded: return nil
        case .failed, .refused:
            guard contains(.noFailed) else { return nil }
            return outcome?.closing(name)
        case .cancelled(let cancellation):
            let hasFailed = cancellation.cause != .requested && !contains(.ignoreFailedIfCancelled)
            let isWrong = contains(.noCancelled) || (contains(.noFailed) && hasFailed)
            return isWrong ? outcome?.closing(name) : nil
        case .skipped: return contains(.noCancelled) ? outcome?.closing(name) : nil
        }
    }
}
