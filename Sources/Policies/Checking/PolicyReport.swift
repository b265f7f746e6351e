public import Capabilities
public import PolicyLanguage
import Procedures

/// What a check of one policy found, every requirement in the order written.
///
/// ```swift
/// let report = await policy.check()
/// for finding in report.findings where finding.outcome == .fails { print(finding.title, finding.verdict.reasons) }
/// let json = try JSONEncoder().encode(report)
/// ```
///
/// Encoded, it has the fields that `docs/report.schema.json` gives a policy, without its path and diagnostics.
public struct PolicyReport: Sendable {
    public let name: String
    public let summary: String
    /// Who was asked about, for people; nil for this process.
    public let subject: String?
    public let findings: [Finding]

    /// Denied beats undetermined; where nothing applied, nothing is known. Advice does not count.
    public var outcome: Outcome {
        // Lazily: a copy would be as large as the report.
        let counted = findings.lazy.filter { $0.severity == .failure }
        if counted.contains(where: { $0.outcome == .fails }) { return .fails }
        if counted.contains(where: { $0.outcome == .undetermined }) { return .undetermined }
        return counted.contains { $0.outcome == .holds } ? .holds : .undetermined
    }

    public enum Outcome: String, Hashable, Sendable, Encodable {
        case holds, fails, undetermined
        /// The requirement's `when` does not hold.
        case notApplicable = "not-applicable"
    }

    /// One requirement, and whether it holds.
    public struct Finding: Sendable {
        public let rule: Policy.Rule
        package let part: PartFinding
        public let id: String?
        /// Who is asked about in place of the policy's subject, as it was written. A report in JSON has the name that
        /// was found for it.
        public let subject: String?
        /// Why it is wanted, for people.
        public let because: String?
        public let severity: RequirementSeverity
        public let location: SourceLocation

        /// What was asked, as a report says it: `read /etc/shadow`.
        public var title: String { part.title }

        /// What the capability, or the group of them, came to. That of a requirement which is not applicable says
        /// nothing.
        public var verdict: Verdict { part.verdict }

        public var outcome: Outcome {
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
        package enum Kind: String, Sendable, Encodable { case question, all, any, not }

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

        /// Whether it provably would hold after something that the subject could do by itself. That a subject
        /// could do more only counts below two negations, or none: it takes no present yes away.
        var isWithinReach: Bool {
            switch kind {
            case .question: verdict.isWithinReach
            case .all: !applicable.isEmpty && applicable.allSatisfy(\.isAble)
            case .any: applicable.contains(where: \.isAble)
            case .not: applicable.contains(where: \.isRefutable)
            }
        }

        private var applicable: [PartFinding] { parts.filter(\.isApplicable) }

        private var isAble: Bool { verdict.isAuthorized || isWithinReach }

        /// Whether it is denied, or provably would be.
        private var isRefutable: Bool {
            if case .denied = verdict { return true }
            return switch kind {
            case .question: false
            case .all: applicable.contains(where: \.isRefutable)
            case .any: !applicable.isEmpty && applicable.allSatisfy(\.isRefutable)
            case .not: applicable.contains(where: \.isAble)
            }
        }
    }
}

extension PolicyReport.Finding {
    /// Whether it holds because something that it names does not exist here: a file, a unit.
    ///
    /// That is an answer, but a name that is misspelt gives it too, so that reports count these.
    public var restsOnAbsence: Bool {
        guard outcome == .holds else { return false }
        return rule == .forbid ? part.isDeniedByAbsence : part.isAuthorizedByAbsence
    }
}

extension PolicyReport.PartFinding {
    fileprivate var isDeniedByAbsence: Bool {
        guard isApplicable, case .denied(let reasons) = verdict else { return false }
        return switch kind {
        case .question:
            reasons.contains {
                $0.has(
                    .missing,
                    .unitNotFound,
                    .journalMissing,
                    .actionUnknown,
                    .userMissing,
                    .groupMissing,
                    .settingMissing
                )
            }
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

extension PolicyReport: Encodable {
    private enum CodingKeys: String, CodingKey {
        case name, summary, subject, outcome
        case findings = "requirements"
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(name, forKey: .name)
        try fields.encode(summary, forKey: .summary)
        try fields.encodeIfPresent(subject, forKey: .subject)
        try fields.encode(outcome, forKey: .outcome)
        try fields.encode(findings, forKey: .findings)
    }
}

extension PolicyReport.Finding: Encodable {
    private enum CodingKeys: String, CodingKey {
        case rule, outcome, id, because, subject, severity, restsOnAbsence, place, finding
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(rule, forKey: .rule)
        try fields.encode(outcome, forKey: .outcome)
        try fields.encodeIfPresent(id, forKey: .id)
        try fields.encodeIfPresent(because, forKey: .because)
        try fields.encodeIfPresent(part.subject, forKey: .subject)
        try fields.encode(severity, forKey: .severity)
        if restsOnAbsence { try fields.encode(true, forKey: .restsOnAbsence) }
        try fields.encode(location, forKey: .place)
        try fields.encode(part, forKey: .finding)
    }
}

extension PolicyReport.PartFinding: Encodable {
    private enum CodingKeys: String, CodingKey {
        case kind, title, subject, verdict, applicable, reasons, assumes, parts
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(kind, forKey: .kind)
        try fields.encode(title, forKey: .title)
        try fields.encodeIfPresent(subject, forKey: .subject)
        try fields.encode(verdict.word, forKey: .verdict)
        try fields.encode(isApplicable, forKey: .applicable)
        try fields.encode(verdict.reasons, forKey: .reasons)
        if !verdict.assumes.isEmpty { try fields.encode(verdict.assumes, forKey: .assumes) }
        try fields.encode(parts, forKey: .parts)
    }
}
