import Text

/// How a procedure ended.
public enum Outcome<Output: Sendable>: Sendable {
    case succeeded(Output)
    /// The work ran and threw.
    case failed(any Error)
    /// The work did not run: a condition, a dependency or a deadline said no, or gave no answer.
    case refused(Refusal)
    /// The work did not run, and nothing is wrong: there was nothing to do.
    case skipped(Refusal)
    /// The procedure was cancelled before the work ran, or the work ended because of it.
    ///
    /// Work that returns a value although it was cancelled has succeeded.
    case cancelled(Cancellation)

    /// The output.
    ///
    /// - Throws: the error of the work; the ``Refusal``, also of a procedure that was skipped;
    ///   `CancellationError` where somebody asked for the cancellation, and the ``Cancellation`` where a
    ///   deadline or the like did.
    public func get() throws -> Output {
        switch self {
        case .succeeded(let output): return output
        case .failed(let error): throw error
        case .refused(let refusal), .skipped(let refusal): throw refusal
        case .cancelled(let cancellation):
            if cancellation.cause == .requested { throw CancellationError() }
            throw cancellation
        }
    }

    /// False also for what was skipped.
    public var isSuccess: Bool { if case .succeeded = self { true } else { false } }

    /// The same ending, without the output.
    public var summary: Outcome<Void> { map { _ in } }

    /// The same ending with another output; what is no success stays what it is.
    public func map<Other>(_ transform: (Output) -> Other) -> Outcome<Other> {
        switch self {
        case .succeeded(let output): .succeeded(transform(output))
        case .failed(let error): .failed(error)
        case .refused(let refusal): .refused(refusal)
        case .skipped(let refusal): .skipped(refusal)
        case .cancelled(let cancellation): .cancelled(cancellation)
        }
    }

    /// What this outcome of a dependency is to one that needs its success; nil where it succeeded.
    func closing(_ dependency: String) -> ConditionResult? {
        switch self {
        case .succeeded: nil
        case .failed(let error):
            .refused([Reason(.dependencyFailed, dependency, "failed: \(error)")])
        case .cancelled: .refused([Reason(.dependencyCancelled, dependency, "was cancelled")])
        case .refused(let refusal), .skipped(let refusal): refusal.cause
        }
    }
}

extension Outcome: CustomStringConvertible {
    /// `succeeded`, or what went wrong, in a line.
    public var description: String {
        switch self {
        case .succeeded: "succeeded"
        case .failed(let error): "failed: \(error)".onOneLine
        case .refused(let refusal): "refused: \(refusal)"
        case .skipped(let refusal): "skipped: \(refusal)"
        case .cancelled(let cancellation): "cancelled: \(cancellation)"
        }
    }
}
