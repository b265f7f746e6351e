import Capabilities
import Procedures

/// Lets the findings of one check share equal messages, evidence and assumptions.
///
/// One directory can refuse many requirements, and each repeats its rows. With 300,000 requirements these copies would
/// take much of the memory.
final class SharedEvidence: Sendable {
    /// The number of values that are remembered at a time.
    private static let room = 1024

    private struct Known: Sendable {
        var messages: Set<String> = []
        var evidence: Set<[Evidence]> = []
        var assumptions: Set<[Assumption]> = []
    }

    private let known = Locked(Known())

    /// - Returns: nil for so few requirements that comparing costs more than sharing saves.
    init?(among requirements: Int) { if requirements <= 256 { return nil } }

    func shared(_ finding: PolicyReport.PartFinding) -> PolicyReport.PartFinding {
        var finding = finding
        finding.verdict = shared(finding.verdict)
        finding.parts = finding.parts.map { shared($0) }
        return finding
    }

    private func shared(_ verdict: Verdict) -> Verdict {
        let reasons = verdict.reasons.map { reason in
            known.withLock { known in
                var reason = reason
                reason.message = Self.shared(reason.message, in: &known.messages)
                reason.evidence = Self.shared(reason.evidence, in: &known.evidence)
                reason.assumes = Self.shared(reason.assumes, in: &known.assumptions)
                return reason
            }
        }
        return switch verdict {
        case .authorized: .authorized(reasons)
        case .denied: .denied(reasons)
        case .undetermined: .undetermined(reasons)
        }
    }

    private static func shared<Value>(_ value: Value, in known: inout Set<Value>) -> Value {
        if known.count >= room { known.removeAll(keepingCapacity: true) }
        return known.insert(value).memberAfterInsert
    }
}
