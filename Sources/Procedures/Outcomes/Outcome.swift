import Text

/// The outcome of a procedure.
public enum Outcome<Output: Sendable>: Sendable {
    case succeeded(Output)
    /// The work ran and threw.
    case failed(any Error)
    /// The work did not run: a condition, a dependency or a deadline refused it, or there was no answer.
    case refused(Refusal)
    /// The work did not run because there was nothing to do. Nothing is wrong.
    case skipped(Refusal)
    /// The procedure was cancelled before the work ran, or the cancellation ended the work.
    ///
    /// Work that returns a value after its cancellation has succeeded.
    case cancelled(Cancellation)

    /// Returns the output.
    ///
    /// - Throws: The error of the work; the ``Refusal`` of a refused or skipped procedure; `CancellationError` for a
    ///   requested cancellation; the ``Cancellation`` for any other, such as a deadline.
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

    /// The case, without what it carries.
    package var kind: OutcomeKind {
        switch self {
        case .succeeded: .succeeded
        case .failed: .failed
        case .refused: .refused
        case .skipped: .skipped
        case .cancelled: .cancelled
        }
    }

    /// True if the procedure succeeded. False for a skipped procedure.
    public var isSuccess: Bool { if case .succeeded = self { true } else { false } }

    /// The same outcome without the output.
    public var summary: Outcome<Void> { map { _ in } }

    /// Returns the same outcome with another output. An outcome without an output stays as it is.
    public func map<Other>(_ transform: (Output) -> Other) -> Outcome<Other> {
        switch self {
        case .succeeded(let output): .succeeded(transform(output))
        case .failed(let error): .failed(error)
        case .refused(let refusal): .refused(refusal)
        case .skipped(let refusal): .skipped(refusal)
        case .cancelled(let cancellation): .cancelled(cancellation)
        }
    }

    /// Returns the result for a dependent that needs the success of `dependency`; nil if it succeeded.
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

/// The cases of an outcome, each with the word that names it in logs, metrics and spans.
package enum OutcomeKind: String, CaseIterable, Sendable {
    case succeeded, failed, refused, skipped, cancelled
}

extension Outcome: CustomStringConvertible {
    /// `succeeded`, or the problem, in one line.
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
