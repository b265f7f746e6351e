import Text

/// The outcomes of its produced procedures that a condition requires before it is evaluated.
public struct ProducedRequirements: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Accepts any outcome.
    public static let none: Self = []
    /// Accepts no failed or refused procedure. A skipped one has not failed. A cancelled one has failed, unless its
    /// cancellation was requested.
    public static let noFailed = Self(rawValue: 1 << 0)
    /// Accepts no cancelled or skipped procedure.
    public static let noCancelled = Self(rawValue: 1 << 1)
    /// Counts no cancelled procedure as failed, not even one that a deadline cancelled.
    public static let ignoreFailedIfCancelled = Self(rawValue: 1 << 2)
    /// Requires success of all procedures.
    public static let allSucceeded: Self = [.noFailed, .noCancelled]

    /// Returns the result for a produced procedure that does not meet these requirements; nil if it does.
    ///
    /// - Parameter outcome: Nil if it did not end in time. Every requirement includes an end.
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
