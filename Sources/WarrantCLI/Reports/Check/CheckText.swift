import Capabilities
import Policies
import PolicyAuthoring
import PolicyLanguage
import Procedures
import Text

extension CheckResult {
    /// Writes one policy of a text report.
    ///
    /// - Parameters:
    ///   - evidence: True if the evidence of each requirement is shown.
    ///   - shown: The requirements to show.
    ///   - probe: The answers in the sandbox of the service, if they were asked for.
    func writeText(
        _ style: Style,
        evidence: Bool,
        _ shown: ShownFindings,
        _ probe: ProbeReport?,
        _ write: (String) throws -> Void
    ) rethrows {
        switch self {
        case .checked(let file, let report):
            let text = CheckText(file, report, style, showsAll: evidence, shown, probe)
            try text.write(write)
        case .invalid(_, let diagnostics): try write(diagnostics.description + "\n")
        case .unreadable(let path, let problem), .fault(let path, let problem):
            try write("\(path): \(problem)".onOneLine + "\n")
        }
    }

    /// True if a report of failures only omits the whole policy.
    var isWithoutFailure: Bool {
        guard case .checked(let file, let report) = self else { return false }
        return status == .holds && file.warnings.isEmpty
            && !report.findings.contains(where: \.isFailure)
    }
}

extension PolicyReport.Finding {
    /// The known changes that would let it hold. Below `forbid`, they prevent a yes; the changes for a no would grant
    /// what is forbidden.
    fileprivate var remedies: [Remedy] {
        let isOfVerdict =
            rule == .require || part.kind == .question && part.verdict.isAuthorized
        return outcome == .fails && isOfVerdict ? part.verdict.reasons.flatMap(\.remedies) : []
    }

    /// The change with the least privilege. A change for one part of a group might not be enough for the group.
    fileprivate var firstRemedy: Remedy? { part.kind == .question ? remedies.first : nil }
}

/// Draws one policy: its head, one line for each requirement, and the sum.
private struct CheckText {
    private let file: PolicyFile
    private let report: PolicyReport
    private let shown: [PolicyReport.Finding]
    /// The outcomes of the same requirements before a change; nil without one.
    private let before: [PolicyReport.Outcome]?
    private let probe: ProbeReport?
    private let style: Style
    private let showsAll: Bool
    private let titleWidth: Int

    init(
        _ file: PolicyFile,
        _ report: PolicyReport,
        _ style: Style,
        showsAll: Bool,
        _ filter: ShownFindings,
        _ probe: ProbeReport?
    ) {
        self.file = file
        self.report = report
        self.style = style
        self.showsAll = showsAll
        self.probe = probe
        shown = filter.findings(of: file, report)
        before = filter.earlier(file, report)?.map(\.outcome)
        let widths = shown.lazy.map { $0.heading.onOneLine.width }
        titleWidth = widths.filter { $0 <= Self.widestTitle }.max() ?? 0
    }

    /// The widest title with which messages are still aligned.
    private static let widestTitle = 38

    func write(_ write: (String) throws -> Void) rethrows {
        let name = "\(file.path): \(report.name)"
        try write(style.head(of: name, report.summary, about: report.subject) + "\n\n")
        for warning in file.warnings { try write("  \(style.mark(.warning)) \(warning)\n") }
        var before = ""
        for (index, finding) in shown.enumerated() {
            let message = message(of: finding)
            // If a whole subject cannot be found, the reason is not repeated in each row.
            let isSame = finding.outcome == .undetermined && message == before && !message.isEmpty
            for line in lines(of: finding, isSame ? "as above" : message) { try write(line + "\n") }
            if let outcome = self.before?[index] {
                try write(style.faint("      without --set-unit: \(outcome.words)") + "\n")
            }
            if let words = probe?.words(for: index, finding.outcome) {
                for line in wrapped(words.onOneLine, indent: 6) { try write(line + "\n") }
            }
            before = message
        }
        if self.before?.isEmpty == true {
            try write("  no answer differs from that without --set-unit\n")
        }
        if !shown.isEmpty || !file.warnings.isEmpty || self.before != nil { try write("\n") }
        for line in CheckSum(report.findings).text.wrapped(to: style.columns) {
            try write(line + "\n")
        }
        for line in probe?.lines(style) ?? [] { try write(line + "\n") }
        let isAnyLeft = shown.contains { $0.remedies.count > ($0.firstRemedy == nil ? 0 : 1) }
        if !showsAll, isAnyLeft {
            try write("`--evidence` shows all that would help\n")
        }
    }

    private func lines(of finding: PolicyReport.Finding, _ message: String) -> [String] {
        let isUnheldAdvice = finding.severity == .advice && finding.outcome == .fails
        let mark = isUnheldAdvice ? .warning : Style.Mark(finding.outcome)
        let advice = finding.severity == .advice ? ["advice"] : []
        let title = finding.heading.onOneLine
        let words = (advice + (message.isEmpty ? [] : [message])).joined(separator: ": ")
        var lines = line(mark, title, words, indent: 2)
        lines += note(on: finding)
        if finding.outcome != .notApplicable {
            lines += parts(of: finding.part, wanted: finding.rule == .require, indent: 6)
            lines += finding.part.verdict.assumptions(style, indent: 6, showsAll: showsAll)
        }
        lines += showsAll ? evidence(of: finding, indent: 6) : firstRemedy(of: finding, indent: 6)
        return lines
    }

    /// Returns the first change in one line, so that it can be copied, and its side effects.
    private func firstRemedy(of finding: PolicyReport.Finding, indent: Int) -> [String] {
        guard let first = finding.firstRemedy else { return [] }
        let start = String(repeating: " ", count: indent)
        let words = finding.rule == .forbid ? "would prevent it: " : "would help: "
        let note = first.note.isEmpty ? [] : wrapped(first.note.onOneLine, indent: indent + 4)
        return ["\(start)\(words)\(first.change.onOneLine)"] + note
    }

    /// Returns the reason for the requirement, and its id in the policy.
    private func note(on finding: PolicyReport.Finding) -> [String] {
        guard finding.outcome == .fails || finding.outcome == .undetermined else { return [] }
        let because = finding.because.map { finding.rule.purpose($0) }
        let words = [because, finding.id.map { "[\($0)]" }].compactMap(\.self)
        guard !words.isEmpty else { return [] }
        return wrapped(words.joined(separator: " ").onOneLine, indent: 6)
    }

    private func message(of finding: PolicyReport.Finding) -> String {
        let part = finding.part
        guard part.isApplicable else { return part.verdict.reasons.first?.message ?? "" }
        guard part.parts.isEmpty else { return part.negated.map(summary(of:)) ?? "" }
        let summary = self.summary(of: part)
        let mayBeCreated = part.verdict.reasons.first?.has(.mayBeCreated) ?? false
        guard finding.rule == .forbid, part.verdict.isAuthorized, !mayBeCreated else {
            return summary
        }
        return summary.isEmpty ? "is authorized" : "is authorized: \(summary)"
    }

    /// Returns the lines of the parts. The mark of a part depends on the wanted answer: under `forbid` and `not` a
    /// denial is good.
    private func parts(
        of part: PolicyReport.PartFinding,
        wanted: Bool,
        indent: Int
    ) -> [String] {
        guard part.negated == nil else { return [] }
        let isWanted = part.kind == .not ? !wanted : wanted
        return part.parts.flatMap { part in
            let isLine = part.parts.isEmpty || !part.isApplicable
            let message = isLine ? summary(of: part) : part.negated.map(summary(of:)) ?? ""
            let mark = part.isApplicable ? Style.Mark(part.verdict, wanted: isWanted) : .none
            return line(mark, title(of: part, wanted: isWanted), message, indent: indent)
                + parts(of: part, wanted: isWanted, indent: indent + 4)
        }
    }

    /// Returns what has to be true: under `forbid` and `not`, the opposite of a question.
    private func title(of part: PolicyReport.PartFinding, wanted: Bool) -> String {
        if wanted { return part.heading.onOneLine }
        if let negated = part.negated { return negated.heading.onOneLine }
        return (part.parts.isEmpty ? "not " : "") + part.heading.onOneLine
    }

    /// Returns the first reason. A yes of the kernel and the rules together, without evidence, says no more than its
    /// mark.
    private func summary(of part: PolicyReport.PartFinding) -> String {
        guard !showsAll, part.verdict.isAuthorized, let reason = part.verdict.reasons.first,
            reason.basis == .both, reason.evidence.isEmpty
        else { return part.verdict.summary(about: part.title) }
        return ""
    }

    private func line(
        _ mark: Style.Mark,
        _ title: String,
        _ message: String,
        indent: Int
    ) -> [String] {
        let start = String(repeating: " ", count: indent) + style.mark(mark) + " "
        guard !message.isEmpty else { return [start + title] }
        let column = max(titleWidth + 3, 12)
        let used = indent + 2 + column + message.width
        if title.width + 2 < column, used <= style.columns {
            return [start + title.padded(to: column) + message]
        }
        return [start + title] + wrapped(message, indent: indent + 4)
    }

    private func wrapped(_ text: String, indent: Int) -> [String] {
        let start = String(repeating: " ", count: indent)
        return text.wrapped(to: style.columns - indent).map { start + style.faint($0) }
    }

    private func evidence(of finding: PolicyReport.Finding, indent: Int) -> [String] {
        finding.verdict.reasons.flatMap { reason in
            if reason.has(.settingNotEnforced) {
                return wrapped(reason.message.onOneLine, indent: indent)
            }
            // A denial that is wanted needs no remedy.
            return EvidenceTable(reason.evidence, style).lines(indent: indent)
                + RemedyTable(
                    finding.remedies.isEmpty ? [] : reason.remedies,
                    style,
                    prevents: finding.rule == .forbid
                ).lines(indent: indent)
        }
    }
}

extension PolicyReport.PartFinding {
    /// The question that a `not` negates, if it is the only part. One line is about both.
    fileprivate var negated: Self? {
        guard kind == .not, isApplicable, parts.count == 1, parts[0].parts.isEmpty else {
            return nil
        }
        return parts[0]
    }
}

extension PolicyReport.Outcome {
    var words: String {
        switch self {
        case .holds: "it holds"
        case .fails: "it does not hold"
        case .undetermined: "it is not known"
        case .notApplicable: "it does not apply"
        }
    }
}

extension Style.Mark {
    init(_ outcome: PolicyReport.Outcome) {
        switch outcome {
        case .holds: self = .yes
        case .fails: self = .no
        case .undetermined: self = .unknown
        case .notApplicable: self = .none
        }
    }

    init(_ verdict: Verdict, wanted: Bool = true) {
        switch verdict {
        case .authorized: self = wanted ? .yes : .no
        case .denied: self = wanted ? .no : .yes
        case .undetermined: self = .unknown
        }
    }
}

extension String {
    /// Returns whether the text occurs in this one. `contains` would first prepare a pattern search, which takes longer
    /// than a check.
    fileprivate func holds(_ text: String) -> Bool {
        let (all, part) = (Array(utf8), Array(text.utf8))
        return all.indices.contains { all[$0...].starts(with: part) }
    }
}

extension Verdict {
    /// Returns the first reason in one line.
    func summary(about title: String) -> String {
        reasons.first.map { sentence($0.message, about: $0.object, in: title).onOneLine } ?? ""
    }
}

/// Returns the message of a reason below the title of a question. A reason about a part of the object names that part.
func sentence(_ message: String, about object: String, in title: String) -> String {
    title.hasSuffix(object) || title.holds(object) ? message : "\(object) \(message)"
}
