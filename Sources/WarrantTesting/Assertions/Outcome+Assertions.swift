public import Procedures

// Properties of an outcome for `#expect`. This module depends on no test framework, so it works with any of them and
// links into any target.
extension Outcome {
    /// The kind of the outcome, without its values: `#expect(outcome.ending == .refused)`.
    public var ending: RecordedEvent.Ending {
        switch self {
        case .succeeded: .succeeded
        case .failed: .failed
        case .refused: .refused
        case .skipped: .skipped
        case .cancelled: .cancelled
        }
    }

    /// The output of a success.
    public var output: Output? { if case .succeeded(let output) = self { output } else { nil } }

    /// The error of the work.
    public var failure: (any Error)? { if case .failed(let error) = self { error } else { nil } }

    /// The refusal of a refused or skipped procedure.
    public var refusal: Refusal? {
        switch self {
        case .refused(let refusal), .skipped(let refusal): refusal
        case .succeeded, .failed, .cancelled: nil
        }
    }

    /// The cancellation of a cancelled procedure.
    public var cancellation: Cancellation? {
        if case .cancelled(let cancellation) = self { cancellation } else { nil }
    }

    /// Returns whether the procedure was refused, and this condition is among those that closed the gate.
    ///
    /// ```swift
    /// #expect(await queue.run(upload).isRefused(by: "connect tcp:backup.internal:443"))
    /// ```
    ///
    /// It is also true of an undetermined condition, which closes the gate as well. To distinguish the two, use
    /// ``Procedures/Refusal/finding(of:)``.
    ///
    /// - Parameter condition: The name of the condition. For `AuthorizedFor` it is the name of the capability.
    public func isRefused(by condition: String) -> Bool {
        guard case .refused(let refusal) = self else { return false }
        return refusal.closing.contains { finding in
            guard finding.condition == condition else { return false }
            if case .skipped = finding.result { return false } else { return true }
        }
    }

    /// Returns whether the procedure was skipped, and this condition is among those that skipped it.
    public func isSkipped(by condition: String) -> Bool {
        guard case .skipped(let refusal) = self else { return false }
        return refusal.closing.contains { $0.condition == condition }
    }
}

extension Refusal {
    /// The findings that closed the gate, in the order written.
    public var closing: [Finding] { findings.filter { $0.result != .satisfied } }

    /// Returns the result of the first condition with this name.
    ///
    /// - Returns: nil if there is none. A refusal that stops at its first finding also has none for later conditions.
    public func finding(of condition: String) -> ConditionResult? {
        findings.first { $0.condition == condition }?.result
    }

    /// The codes of all reasons that closed the gate: `#expect(refusal.codes == ["search-refused"])`.
    public var codes: [Reason.Code] { closing.flatMap(\.result.reasons).map(\.code) }
}
