import Text

extension Refusal {
    /// What the findings come to together; never satisfied.
    package var result: ConditionResult {
        let result = ConditionResult.allOf(findings.map(\.result))
        return result == .satisfied ? .refused([]) : result
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

extension ConditionResult {
    fileprivate var word: String {
        switch self {
        case .satisfied: "satisfied"
        case .skipped: "skipped"
        case .refused: "refused"
        case .undetermined: "undetermined"
        }
    }
}
