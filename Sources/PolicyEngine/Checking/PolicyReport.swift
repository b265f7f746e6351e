package import Capabilities
package import PolicyLanguage
import Procedures

/// What a check of one policy found, every requirement in the order written.
package struct PolicyReport: Sendable {
    package let name: String
    package let summary: String
    package let subject: String?
    package let findings: [Finding]

    /// Denied beats undetermined; where nothing applied, nothing is known.
    package var outcome: Outcome {
        // Lazily: a copy would be as large as the report.
        let counted = findings.lazy.filter { $0.severity == .failure }
        if counted.contains(where: { $0.outcome == .fails }) { return .fails }
        if counted.contains(where: { $0.outcome == .undetermined }) { return .undetermined }
        return counted.contains { $0.outcome == .holds } ? .holds : .undetermined
    }

    package enum Outcome: String, Hashable, Sendable {
        case holds, fails, undetermined
        /// The requirement's `when` does not hold.
        case notApplicable = "not-applicable"
    }

    /// One requirement, and whether it holds.
    package struct Finding: Sendable {
        package let rule: Policy.Requirement.Rule
        package let part: PartFinding
        package let id: String?
        /// Who is asked about in place of the policy's subject, as it was written.
        package let subject: String?
        package let because: String?
        package let severity: RequirementSyntax.Severity
        package let location: SourceLocation

        package var outcome: Outcome {
            guard part.isApplicable else { return .notApplicable }
            switch (rule, part.verdict) {
            case (.require, .authorized), (.forbid, .denied): return .holds
            case (.require, .denied), (.forbid, .authorized): return .fails
            case (.forbid, .undetermined) where part.isWithinReach: return .fails
            case (_, .undetermined): return .undetermined
            }
        }
    }

    /// One question or group, and what was found.
    package struct PartFinding: Sendable {
        package enum Kind: String, Sendable { case question, all, any, not }

        package let kind: Kind
        /// What was asked, as a report says it.
        package let title: String
        /// Who was asked about; nil where that is whom the policy, or the group around it, is about.
        package let subject: String?
        package internal(set) var verdict: Verdict
        /// False where its `when` does not hold; the verdict then says nothing.
        package let isApplicable: Bool
        /// The parts that were looked at, in the order written.
        package internal(set) var parts: [PartFinding]

        /// Whether a subject that may not now provably could by itself. Under `not` the present answer
        /// is a yes, which this does not take away.
        var isWithinReach: Bool {
            let applicable = parts.filter(\.isApplicable)
            let isAble = { (part: PartFinding) in part.verdict.isAuthorized || part.isWithinReach }
            return switch kind {
            case .question: verdict.isWithinReach
            case .all: !applicable.isEmpty && applicable.allSatisfy(isAble)
            case .any: applicable.contains(where: isAble)
            case .not: false
            }
        }
    }
}
