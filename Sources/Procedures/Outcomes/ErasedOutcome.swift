/// How a procedure ended, of whatever type its output is.
///
/// Not `Outcome<any Sendable>`: what is generic is copied by way of its metadata, and an outcome is handed on
/// several times for each procedure.
enum ErasedOutcome: Sendable {
    case succeeded(any Sendable)
    case failed(any Error)
    case refused(Refusal)
    case skipped(Refusal)
    case cancelled(Cancellation)

    /// How a procedure ends that findings keep from going on; nil if none of them does.
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

    /// The same ending, without the output.
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

    /// What this is to a dependent that needs the success of `dependency`; nil where it succeeded.
    func closing(_ dependency: String) -> ConditionResult? { summary.closing(dependency) }
}
