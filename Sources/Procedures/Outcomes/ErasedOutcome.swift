/// The outcome of a procedure, without the type of its output.
///
/// It is not `Outcome<any Sendable>`, because generic types are copied through their metadata, and an outcome is passed
/// on several times for each procedure.
enum ErasedOutcome: Sendable {
    case succeeded(any Sendable)
    case failed(any Error)
    case refused(Refusal)
    case skipped(Refusal)
    case cancelled(Cancellation)

    /// The outcome of a procedure that findings keep from continuing; nil if none of them does.
    init?(closing procedure: String, in phase: Phase, by findings: [Refusal.Finding]) {
        guard !findings.isEmpty else { return nil }
        let refusal = Refusal(procedure: procedure, phase: phase, findings: findings)
        switch ConditionResult.allOf(findings.map(\.result)) {
        case .satisfied: return nil
        case .skipped: self = .skipped(refusal)
        case .refused, .undetermined: self = .refused(refusal)
        }
    }

    var isSuccess: Bool { if case .succeeded = self { true } else { false } }

    /// The same outcome without the output.
    var summary: Outcome<Void> { map { _ in } }

    func map<Output>(_ transform: (any Sendable) -> Output) -> Outcome<Output> {
        switch self {
        case .succeeded(let output): .succeeded(transform(output))
        case .failed(let error): .failed(error)
        case .refused(let refusal): .refused(refusal)
        case .skipped(let refusal): .skipped(refusal)
        case .cancelled(let cancellation): .cancelled(cancellation)
        }
    }

    /// Returns the result for a dependent that needs the success of `dependency`; nil if it succeeded.
    func closing(_ dependency: String) -> ConditionResult? { summary.closing(dependency) }
}
