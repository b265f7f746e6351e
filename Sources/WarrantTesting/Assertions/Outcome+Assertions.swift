public import Procedures

// What a test asks of an outcome, as values for `#expect`: this module depends on no test framework, so
// that it serves any of them, and links into any target.
extension Outcome {
    /// How it ended, without what came of it: `#expect(outcome.ending == .refused)`.
    public var ending: RecordedEvent.Ending {
        switch self {
        case .succeeded: .succeeded
        case .failed: .failed
        case .refused: .refused
        case .skipped: .skipped
        case .cancelled: .cancelled
        }
    }

    /// What a success came to.
    public var output: Output? { if case .succeeded(let output) = self { output } else { nil } }

    /// What the work threw.
    public var failure: (any Error)? { if case .failed(let error) = self { error } else { nil } }

    /// Why the work did not run; also of a procedure that was skipped.
    public var refusal: Refusal? {
        switch self {
        case .refused(let refusal), .skipped(let refusal): refusal
        case .succeeded, .failed, .cancelled: nil
        }
    }

    /// Why it was cancelled.
    public var cancellation: Cancellation? {
        if case .cancelled(let cancellation) = self { cancellation } else { nil }
    }

    /// Whether the procedure was refused, and this condition is among what closed the gate.
    ///
    /// ```swift
    /// #expect(await queue.run(upload).isRefused(by: "connect tcp:backup.internal:443"))
    /// ```
    ///
    /// True also where the condition had no answer: that closes the gate as well. Tell the two apart with
    /// ``Procedures/Refusal/finding(of:)``.
    ///
    /// - Parameter condition: The name; for `AuthorizedFor`, that of the capability.
    public func isRefused(by condition: String) -> Bool {
        guard case .refused(let refusal) = self else { return false }
        return refusal.closing.contains { finding in
            guard finding.condition == condition else { return false }
            if case .skipped = finding.result { return false } else { return true }
        }
    }

    /// Whether the procedure was skipped, and this condition is among those that said so.
    public func isSkipped(by condition: String) -> Bool {
        guard case .skipped(let refusal) = self else { return false }
        return refusal.closing.contains { $0.condition == condition }
    }
}

extension Refusal {
    /// What closed the gate, in the order written.
    public var closing: [Finding] { findings.filter { $0.result != .satisfied } }

    /// What a condition said: the first of that name.
    ///
    /// - Returns: nil where there is none; where a refusal stops at the first, also for what comes later.
    public func finding(of condition: String) -> ConditionResult? {
        findings.first { $0.condition == condition }?.result
    }

    /// Of everything that closed the gate: `#expect(refusal.codes == ["search-refused"])`.
    public var codes: [Reason.Code] { closing.flatMap(\.result.reasons).map(\.code) }
}
