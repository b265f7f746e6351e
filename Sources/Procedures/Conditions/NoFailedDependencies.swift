/// Refuses if a direct dependency of the procedure has not succeeded.
///
/// Useful with an edge that requires only ``RequiredOutcome/completion``; other edges require success themselves.
/// Procedures that conditions produce do not count.
public struct NoFailedDependencies: Condition {
    private let ignoresCancellations: Bool

    /// - Parameter ignoringCancellations: True if a cancelled or skipped dependency is as good as a successful one.
    public init(ignoringCancellations: Bool = false) {
        ignoresCancellations = ignoringCancellations
    }

    public var name: String { "no failed dependencies" }

    /// Reports failures before cancellations.
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
