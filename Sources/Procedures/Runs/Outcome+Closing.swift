extension Outcome {
    /// What this outcome of a dependency is to one that needs its success; nil where it succeeded.
    func closing(_ dependency: String) -> ConditionResult? {
        switch self {
        case .succeeded: nil
        case .failed(let error):
            .refused([Reason("dependency-failed", dependency, "failed: \(error)")])
        case .cancelled: .refused([Reason("dependency-cancelled", dependency, "was cancelled")])
        case .refused(let refusal), .skipped(let refusal): refusal.cause
        }
    }
}

extension Refusal {
    /// What a dependent is told. The first cause is passed on as it is, so that the reasons at the end
    /// of a long chain, or behind many layers, are no more than those at its start.
    fileprivate var cause: ConditionResult {
        let result = result
        guard phase == .dependencies else { return result }
        return findings.map(\.result).first { $0.isSameKind(as: result) } ?? result
    }
}
