import Text

/// The work did not run: every condition in the order written, and what it said.
public struct Refusal: Error, Hashable, Sendable {
    /// What one condition said.
    public struct Finding: Hashable, Sendable {
        /// Its name; of a procedure that this one depends on, the name of that.
        public let condition: String
        public let result: ConditionResult

        public init(_ condition: String, _ result: ConditionResult) {
            self.condition = condition
            self.result = result
        }
    }

    public let procedure: String
    /// How far the procedure came. What was wrong with what a condition produced, or with its asking, is
    /// found in ``Phase/conditions``.
    public let phase: Phase
    /// In the order written, those that were satisfied among them; in other phases than
    /// ``Phase/conditions``, what kept the procedure from going on.
    public let findings: [Finding]

    public init(procedure: String, phase: Phase, findings: [Finding]) {
        self.procedure = procedure
        self.phase = phase
        self.findings = findings
    }

    /// What the findings come to together; never satisfied.
    package var result: ConditionResult {
        let result = ConditionResult.allOf(findings.map(\.result))
        return result == .satisfied ? .refused([]) : result
    }

    /// The result that a dependent of the procedure gets.
    ///
    /// The first cause is passed on as it is, so that the reasons at the end of a long chain, or behind many
    /// layers, are no more than those at its start.
    var cause: ConditionResult {
        let result = result
        guard phase == .dependencies else { return result }
        return findings.map(\.result).first { $0.isSameKind(as: result) } ?? result
    }
}

extension Refusal: CustomStringConvertible {
    /// One line that lists what closed the gate, in the order written:
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
        // A reason about the condition itself reads on after its name, which is not said twice.
        if reasons.allSatisfy({ $0.object == condition }) {
            return "`\(condition)` \(reasons.map(\.message).joined(separator: ", "))".onOneLine
        }
        let list = reasons.map { "`\($0.object)` \($0.message)" }.joined(separator: ", ")
        return "`\(condition)` is \(result.word): \(list)".onOneLine
    }
}
