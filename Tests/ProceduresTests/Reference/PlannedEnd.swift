import Procedures
import WarrantTesting

/// A finding that kept a procedure from its work.
struct Finding: Equatable {
    let name: String
    let answer: Answer

    init(_ name: String, _ answer: Answer) { (self.name, self.answer) = (name, answer) }
}

/// The end of a procedure; the reference evaluator gives it its meaning.
enum PlannedEnd: Equatable {
    case succeeded, failed, cancelled
    /// The procedure did not start: the phase and the findings.
    case closed(Phase, [Finding])

    var isSuccess: Bool { self == .succeeded }
    var findings: [Finding] { if case .closed(_, let findings) = self { findings } else { [] } }

    var word: String {
        switch self {
        case .succeeded: "succeeded"
        case .failed: "failed"
        case .cancelled: "cancelled"
        case .closed: hasFailed ? "refused" : "skipped"
        }
    }

    /// The outcome, the phase, and each finding in order.
    var text: String {
        guard case .closed(let phase, let findings) = self else { return word }
        return Self.text(word, phase, findings)
    }

    fileprivate static func text(_ word: String, _ phase: Phase, _ findings: [Finding]) -> String {
        "\(word) \(phase): " + findings.map { "\($0.name) \($0.answer)" }.joined(separator: ", ")
    }
}

extension [Finding] {
    /// The findings without duplicates, each at its first place.
    var eachOnce: Self { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}

extension Outcome {
    /// The same text for an outcome of the engine.
    var text: String {
        guard let refusal else { return word }
        let findings = refusal.findings.map { Finding($0.condition, $0.result.answer) }
        return PlannedEnd.text(word, refusal.phase, findings)
    }
}
