import Procedures
import WarrantTesting

/// What was found where a procedure was kept from its work.
struct Finding: Equatable {
    let name: String
    let answer: Answer

    init(_ name: String, _ answer: Answer) { (self.name, self.answer) = (name, answer) }
}

/// How a procedure ends; the reference evaluator says what that means.
enum PlannedEnd: Equatable {
    case succeeded, failed, cancelled
    /// In which phase, and by what.
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

    /// The outcome, the phase, and each finding in its order.
    var text: String {
        guard case .closed(let phase, let findings) = self else { return word }
        return Self.text(word, phase, findings)
    }

    fileprivate static func text(_ word: String, _ phase: Phase, _ findings: [Finding]) -> String {
        "\(word) \(phase): " + findings.map { "\($0.name) \($0.answer)" }.joined(separator: ", ")
    }
}

extension [Finding] {
    /// Each once, where it comes first.
    var eachOnce: Self { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}

extension Outcome {
    /// The same of the engine's.
    var text: String {
        guard let refusal else { return word }
        let findings = refusal.findings.map { Finding($0.condition, $0.result.answer) }
        return PlannedEnd.text(word, refusal.phase, findings)
    }
}
