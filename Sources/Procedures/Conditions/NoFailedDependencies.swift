/// Refuses where something that the procedure depends on directly has not succeeded.
///
/// Of use where an edge requires ``RequiredOutcome/completion`` alone; the others require success by
/// themselves. What conditions produce does not count.
public struct NoFailedDependencies: Condition {
    private let ignoresCancellations: Bool

    /// - Parameter ignoringCancellations: Whether one that was cancelled or skipped is as good as one
    ///   that succeeded.
    public init(ignoringCancellations: Bool = false) {
        ignoresCancellations = ignoringCancellations
    }

    public var name: String { "no failed dependencies" }

    /// Failures come before cancellations.
    public func evaluate(in context: ConditionContext) async -> ConditionResult {
        let failed = context.dependencies.filter { $0.outcome.hasFailed }
        let cancelled = context.dependencies.filter {
            !$0.outcome.hasFailed && !$0.outcome.isSuccess
        }
        let wrong = failed + (ignoresCancellations ? [] : cancelled)
        let reasons = wrong.flatMap { dependency -> [Reason] in
            let name = dependency.procedure.name
            return dependency.outcome.closing(name)?.reasons ?? []
        }
        return wrong.isEmpty ? .satisfied : .refused(reasons)
    }
}

extension Outcome {
    fileprivate var hasFailed: Bool {
        switch self {
        case .failed, .refused: true
        case .succeeded, .skipped, .cancelled: false
        }
    }
}
