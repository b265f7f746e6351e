/// How a procedure ended.
public enum Outcome<Output: Sendable>: Sendable {
    case succeeded(Output)
    /// The work ran and threw.
    case failed(any Error)
    /// The work did not run: a condition or a dependency said no, or gave no answer.
    case refused(Refusal)
    /// The work did not run, and nothing is wrong: there was nothing to do.
    case skipped(Refusal)
    /// The task was cancelled before the work ran, or the work ended with `CancellationError`.
    case cancelled

    /// The output.
    ///
    /// - Throws: the error of the work; the ``Refusal``, also of a procedure that was skipped;
    ///   `CancellationError`.
    public func get() throws -> Output {
        switch self {
        case .succeeded(let output): return output
        case .failed(let error): throw error
        case .refused(let refusal), .skipped(let refusal): throw refusal
        case .cancelled: throw CancellationError()
        }
    }

    /// The same ending, without the output.
    public var summary: Outcome<Void> { map { _ in } }

    public func map<Other>(_ transform: (Output) -> Other) -> Outcome<Other> {
        switch self {
        case .succeeded(let output): .succeeded(transform(output))
        case .failed(let error): .failed(error)
        case .refused(let refusal): .refused(refusal)
        case .skipped(let refusal): .skipped(refusal)
        case .cancelled: .cancelled
        }
    }
}

extension Outcome where Output == any Sendable {
    /// What the work of a procedure came to.
    init(catching work: () async throws -> any Sendable) async {
        do {
            self = .succeeded(try await work())
        } catch is CancellationError {
            self = .cancelled
        } catch {
            self = .failed(error)
        }
    }
}
