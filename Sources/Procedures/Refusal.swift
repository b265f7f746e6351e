/// The work did not run: every condition in the order written, and what it said.
public struct Refusal: Error, Hashable, Sendable {
    /// How far the procedure came.
    public enum Phase: String, Hashable, Sendable {
        case dependencies, conditions, exclusion, execution
    }

    public struct Finding: Hashable, Sendable {
        public let condition: String
        public let result: ConditionResult

        public init(_ condition: String, _ result: ConditionResult) {
            self.condition = condition
            self.result = result
        }
    }

    public let procedure: String
    public let phase: Phase
    public let findings: [Finding]

    public init(procedure: String, phase: Phase, findings: [Finding]) {
        self.procedure = procedure
        self.phase = phase
        self.findings = findings
    }
}
