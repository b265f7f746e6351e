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

extension PolicyReport.Finding {
    /// Whether it holds because something that it names does not exist here: a file, a unit.
    ///
    /// That is an answer, but a name that is misspelt gives it too, so that reports count these.
    package var restsOnAbsence: Bool {
        guard outcome == .holds else { return false }
        return rule == .forbid ? part.isDeniedByAbsence : part.isAuthorizedByAbsence
    }
}

extension PolicyReport.PartFinding {
    private static let codes: Set<String> = [
        "missing", "unit-not-found", "journal-missing", "action-unknown", "user-missing",
        "group-missing", "setting-missing",
    ]

    fileprivate var isDeniedByAbsence: Bool {
        guard isApplicable, case .denied(let reasons) = verdict else { return false }
        return switch kind {
        case .question: reasons.contains { Self.codes.contains($0.code.rawValue) }
        case .all, .any: parts.contains(where: \.isDeniedByAbsence)
        case .not: parts.contains(where: \.isAuthorizedByAbsence)
        }
    }

    fileprivate var isAuthorizedByAbsence: Bool {
        guard isApplicable, verdict.isAuthorized else { return false }
        return switch kind {
        case .question: false
        case .all, .any: parts.contains(where: \.isAuthorizedByAbsence)
        case .not: parts.contains(where: \.isDeniedByAbsence)
        }
    }
}
