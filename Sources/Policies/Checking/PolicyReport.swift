public import Capabilities
public import PolicyLanguage
import LinuxCapabilities
import Procedures

/// The report on one policy, with every requirement in the order written.
///
/// ```swift
/// let report = await policy.check()
/// for finding in report.findings where finding.outcome == .fails { print(finding.title, finding.verdict.reasons) }
/// let json = try JSONEncoder().encode(report)
/// ```
///
/// In JSON, it has the fields that `docs/report.schema.json` gives a policy, without the path and the diagnostics.
public struct PolicyReport: Sendable {
    public let name: String
    public let summary: String
    /// The name of the subject; nil for this process.
    public let subject: String?
    public let findings: [Finding]

    /// The outcome of the policy. `fails` takes precedence over `undetermined`. If no requirement applies, the outcome
    /// is `undetermined`. Advice does not count.
    public var outcome: Outcome {
        // The filter is lazy: a copy would be as large as the report.
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
        /// The subject in place of the policy's subject, as written. A report in JSON has the name that the system gave
        /// it.
        public let subject: String?
        /// The reason for the requirement, for reports.
        public let because: String?
        public let severity: RequirementSeverity
        public let location: SourceLocation

        /// The question, as a report words it: `read /etc/shadow`.
        public var title: String { part.title }

        /// The verdict of the capability, or of the group. It has no meaning if the requirement is not applicable.
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

    /// One question or group, and its result.
    package struct PartFinding: Sendable {
        package enum Kind: String, Sendable, Encodable { case question, all, any, not }

        package let kind: Kind
        /// The question, as a report words it.
        package let title: String
        /// The subject; nil if the part has the subject of the policy or of its group.
        package let subject: String?
        package internal(set) var verdict: Verdict
        /// True if its `when` has no answer, so that the part itself was not looked at.
        package let isOpen: Bool
        /// True if the part applies. If its `when` does not hold, the verdict has no meaning.
        package let isApplicable: Bool
        /// True if it has a `when`.
        package let isConditional: Bool
        /// The parts that were checked, in the order written.
        package internal(set) var parts: [PartFinding]

        /// True if the part provably would hold after an action that the subject can take by itself. Such an ability
        /// counts only below an even number of negations, because it takes no existing `authorized` away.
        var isWithinReach: Bool {
            switch kind {
            case .question: !isOpen && verdict.isWithinReach
            case .all: !applicable.isEmpty && applicable.allSatisfy(\.isAble)
            case .any: applicable.contains(where: \.isAble)
            case .not: applicable.contains(where: \.isRefutable)
            }
        }

        private var applicable: [PartFinding] { parts.filter(\.isApplicable) }

        private var isAble: Bool { verdict.isAuthorized || isWithinReach }

        /// True if the part is denied, or provably would be.
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
    /// True if the requirement holds because an object that it names, such as a file or a unit, does not exist here.
    ///
    /// The answer is valid, but a misspelt name gives it too. Reports therefore count these requirements.
    public var restsOnAbsence: Bool { ground == .absence }

    /// Why the requirement holds, if permissions are not the cause.
    package var ground: PolicyReport.Ground? {
        guard outcome == .holds else { return nil }
        return PolicyReport.Ground.allCases.first { ground in
            rule == .forbid ? part.isDenied(by: ground) : part.isAuthorized(by: ground)
        }
    }
}

extension PolicyReport {
    /// Why a requirement, or a part of it, holds if permissions are not the cause. A wrong name or word has the same
    /// effect.
    package enum Ground: CaseIterable, Sendable {
        /// An object does not exist, such as a file or a unit.
        case absence
        /// A file is of a kind that the call refuses, such as a directory for `write`, exists already, or is not empty.
        case kind

        fileprivate func explains(_ reason: Reason) -> Bool {
            switch self {
            case .absence:
                reason.has(
                    .missing,
                    .unitNotFound,
                    .journalMissing,
                    .actionUnknown,
                    .userMissing,
                    .groupMissing,
                    .settingMissing
                )
            case .kind: FileWords.codesOfKinds.contains(reason.code.rawValue)
            }
        }
    }
}

extension PolicyReport.PartFinding {
    fileprivate func isDenied(by ground: PolicyReport.Ground) -> Bool {
        guard isApplicable, case .denied(let reasons) = verdict else { return false }
        return switch kind {
        case .question: reasons.contains(where: ground.explains)
        case .all, .any: parts.contains { $0.isDenied(by: ground) }
        case .not: parts.contains { $0.isAuthorized(by: ground) }
        }
    }

    fileprivate func isAuthorized(by ground: PolicyReport.Ground) -> Bool {
        guard isApplicable, verdict.isAuthorized else { return false }
        return switch kind {
        case .question: false
        case .all, .any: parts.contains { $0.isAuthorized(by: ground) }
        case .not: parts.contains { $0.isDenied(by: ground) }
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
        case rule, outcome, id, because, subject, severity, restsOnAbsence, restsOnKind, place,
            finding
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(rule, forKey: .rule)
        try fields.encode(outcome, forKey: .outcome)
        try fields.encodeIfPresent(id, forKey: .id)
        try fields.encodeIfPresent(because, forKey: .because)
        try fields.encodeIfPresent(part.subject, forKey: .subject)
        try fields.encode(severity, forKey: .severity)
        if ground == .absence { try fields.encode(true, forKey: .restsOnAbsence) }
        if ground == .kind { try fields.encode(true, forKey: .restsOnKind) }
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
        try fields.encode(verdict.answer.rawValue, forKey: .verdict)
        try fields.encode(isApplicable, forKey: .applicable)
        try fields.encode(verdict.reasons, forKey: .reasons)
        if !verdict.assumes.isEmpty { try fields.encode(verdict.assumes, forKey: .assumes) }
        try fields.encode(parts, forKey: .parts)
    }
}
