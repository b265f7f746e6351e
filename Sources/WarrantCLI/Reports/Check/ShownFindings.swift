import Capabilities
import Policies
import PolicyLanguage

/// The requirements that a report of `warrant check` shows.
enum ShownFindings: Sendable {
    case all
    case failures
    /// Those with another answer than in these earlier reports, by the paths of the policies.
    case changes(since: [String: PolicyReport])

    func findings(of file: PolicyFile, _ report: PolicyReport) -> [PolicyReport.Finding] {
        switch self {
        // They are not copied, because there may be many.
        case .all: report.findings
        case .failures: report.findings.filter(\.isFailure)
        case .changes: changes(of: file, report).map(\.now)
        }
    }

    /// Returns the earlier findings about the same requirements; nil if the report is not about changes.
    func earlier(_ file: PolicyFile, _ report: PolicyReport) -> [PolicyReport.Finding]? {
        guard case .changes = self else { return nil }
        return changes(of: file, report).map(\.before)
    }

    private func changes(
        of file: PolicyFile,
        _ report: PolicyReport
    ) -> [(before: PolicyReport.Finding, now: PolicyReport.Finding)] {
        guard case .changes(let reports) = self, let before = reports[file.path] else { return [] }
        return zip(before.findings, report.findings).compactMap { before, now in
            let isSame =
                before.outcome == now.outcome && before.verdict.answer == now.verdict.answer
            return isSame ? nil : (before, now)
        }
    }
}

extension PolicyReport.Finding {
    /// True if the requirement, or the advice, does not hold or is not known.
    var isFailure: Bool { outcome == .fails || outcome == .undetermined }
}
