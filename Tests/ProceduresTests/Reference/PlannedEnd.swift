import Procedures

/// How a procedure ends, and what was found where it was kept from its work.
enum PlannedEnd {
    struct Finding: Equatable {
        let name: String
        let answer: Answer
    }

    case succeeded, failed, cancelled
    case closed(Phase, [Finding])

    var isSuccess: Bool { if case .succeeded = self { true } else { false } }
    var hasFailed: Bool { word != "succeeded" && word != "skipped" }
    var isFailureOrRefusal: Bool { word == "failed" || word == "refused" }

    /// What it is to those that need its success; nil where it has succeeded.
    var answer: Answer? {
        switch self {
        case .succeeded: nil
        case .failed, .cancelled: .refused
        case .closed(_, let findings): .allOf(findings.map(\.answer))
        }
    }

    var word: String {
        switch self {
        case .succeeded: "succeeded"
        case .failed: "failed"
        case .cancelled: "cancelled"
        case .closed: answer == .skipped ? "skipped" : "refused"
        }
    }

    /// What it is to a condition that produced it and requires something of it.
    func unmet(_ requirement: ProducedRequirements) -> Answer? {
        switch word {
        case "failed", "refused": requirement.contains(.noFailed) ? answer : nil
        case "cancelled", "skipped": requirement.contains(.noCancelled) ? answer : nil
        default: nil
        }
    }

    /// The outcome, the phase, and each finding in its order.
    var text: String {
        guard case .closed(let phase, let findings) = self else { return word }
        return Self.text(word, phase, findings)
    }

    fileprivate static func text(_ word: String, _ phase: Phase, _ findings: [Finding]) -> String {
        "\(word) \(phase): " + findings.map { "\($0.name) \($0.answer)" }.joined(separator: ", ")
    }
}

extension [PlannedEnd.Finding] {
    var areOpen: Bool { allSatisfy { $0.answer == .satisfied } }

    /// Each name once, where it comes first.
    var eachOnce: Self {
        reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension Outcome {
    /// The same of the engine's.
    var text: String {
        guard let refusal else { return word }
        let findings = refusal.findings.map {
            PlannedEnd.Finding(name: $0.condition, answer: $0.result.answer)
        }
        return PlannedEnd.text(word, refusal.phase, findings)
    }
}

/// What happens to each procedure, by its number: observers' events, looks and questions.
struct ReferenceJournal {
    private(set) var lines: [Int: [String]] = [:]
    private var counts: [Int: Int] = [:]

    mutating func note(_ plan: Plan, _ line: String) {
        lines[plan.number, default: ["didAttach"]].append(line)
    }

    mutating func end(_ plan: Plan, _ end: PlannedEnd) {
        if case .cancelled = end { note(plan, "didCancel") }
        if end.word == "refused" { note(plan, "didRefuse") }
        note(plan, "willFinish \(end.text)")
        note(plan, "didFinish \(end.text)")
    }

    /// How often this was counted before; procedures and conditions share their numbers.
    mutating func count(_ number: Int) -> Int {
        defer { counts[number, default: 0] += 1 }
        return counts[number, default: 0]
    }
}
