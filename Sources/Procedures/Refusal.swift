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
}
