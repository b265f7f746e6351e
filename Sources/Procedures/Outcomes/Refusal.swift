import Text

/// The reasons why work did not run: the results of its conditions, in the order written.
public struct Refusal: Error, Hashable, Sendable {
    /// The result of one condition.
    public struct Finding: Hashable, Sendable {
        /// The name of the condition, or of the dependency.
        public let condition: String
        public let result: ConditionResult

        public init(_ condition: String, _ result: ConditionResult) {
            self.condition = condition
            self.result = result
        }
    }

    public let procedure: String
    /// The phase in which the procedure was first refused. It is ``Phase/remedies`` if a product of a condition was
    /// late or did not end as required, or if the answer to a question was late.
    public let phase: Phase
    /// The results of the conditions in the order written, including satisfied ones. In other phases, the obstacles
    /// that kept the procedure from continuing.
    public let findings: [Finding]

    public init(procedure: String, phase: Phase, findings: [Finding]) {
        self.procedure = procedure
        self.phase = phase
        self.findings = findings
    }

    /// The combined result of the findings. Never satisfied.
    package var result: ConditionResult {
        let result = ConditionResult.allOf(findings.map(\.result))
        return result == .satisfied ? .refused([]) : result
    }

    /// The result that a dependent of the procedure gets.
    ///
    /// The first cause is passed on unchanged. The end of a long chain, or of many layers, thus has no more reasons
    /// than its start.
    var cause: ConditionResult {
        let result = result
        guard phase == .dependencies else { return result }
        return findings.map(\.result).first { $0.isSameKind(as: result) } ?? result
    }
}

extension Refusal: CustomStringConvertible {
    /// One line that lists the findings that closed the gate, in the order written:
    ///
    /// ```text
    /// `upload` did not run: `tcp:backup:443` refuses connections
    /// ```
    public var description: String {
        let closing = findings.filter { $0.result != .satisfied }.map(\.description)
        return "`\(procedure)` did not run: \(closing.joined(separator: ", and "))".onOneLine
    }
}

extension Refusal.Finding: CustomStringConvertible {
    public var description: String {
        let reasons = result.reasons
        guard !reasons.isEmpty else { return "`\(condition)` is \(result.word)" }
        // A reason about the condition itself continues after its name, which is not repeated.
        if reasons.allSatisfy({ $0.object == condition }) {
            return "`\(condition)` \(reasons.map(\.message).joined(separator: ", "))".onOneLine
        }
        let list = reasons.map { "`\($0.object)` \($0.message)" }.joined(separator: ", ")
        return "`\(condition)` is \(result.word): \(list)".onOneLine
    }
}
