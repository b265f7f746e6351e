import Policies
import PolicyAuthoring
import PolicyLanguage
import Text

extension ReportedCase {
    init(_ finding: PolicyReport.Finding) {
        let part = finding.part
        let isForbidden = finding.rule == .forbid && finding.outcome == .fails
        self.init(
            finding.heading.onOneLine + (finding.id.map { " [\($0.onOneLine)]" } ?? ""),
            finding.outcome,
            isForbidden
                ? Self.breach(part.verdict.summary(about: part.title))
                : part.verdict.summary(about: part.title),
            at: finding.location,
            id: finding.id,
            rule: finding.rule,
            isAdvice: finding.severity == .advice,
            ground: finding.ground,
            because: finding.because
        )
    }

    private static func breach(_ summary: String) -> String {
        "is authorized, but forbidden" + (summary.isEmpty ? "" : ": \(summary)")
    }
}

extension Policy.Rule {
    /// Returns why something is required or forbidden, as a part of a sentence.
    func purpose(_ because: String) -> String {
        (self == .forbid ? "forbidden because " : "required because ") + because
    }
}

extension CheckResult {
    /// The policy's requirements in the order written. A case with an undetermined outcome is added if nothing else
    /// shows that the policy does not hold.
    var suite: CaseSuite { CaseSuite(name, file: path, cases) }

    private var cases: [ReportedCase] {
        switch self {
        case .checked(_, let report):
            report.findings.map { ReportedCase($0) } + (nothingApplied.map { [$0] } ?? [])
        case .invalid(_, let problems):
            problems.all.map { ReportedCase("the policy is wrong", $0) }
        case .unreadable(let path, let problem):
            [
                ReportedCase(
                    "the policy cannot be read",
                    .undetermined,
                    problem,
                    at: .start(of: path)
                )
            ]
        case .fault(let path, let problem):
            [ReportedCase("a fault of warrant", .undetermined, problem, at: .start(of: path))]
        }
    }

    /// The case of a policy whose outcome is unknown although each of its requirements has an answer.
    var nothingApplied: ReportedCase? {
        guard case .checked(let file, let report) = self, report.outcome == .undetermined,
            !report.findings.contains(where: {
                $0.outcome == .undetermined && $0.severity == .failure
            })
        else { return nil }
        let place = SourceLocation.start(of: file.path)
        return ReportedCase("the policy", .undetermined, "no requirement applied", at: place)
    }

    var path: String {
        switch self {
        case .checked(let file, _): file.path
        case .invalid(let path, _), .unreadable(let path, _), .fault(let path, _): path
        }
    }

    /// The policy's own name, or the path if the policy could not be read.
    var name: String {
        if case .checked(_, let report) = self {
            report.name.onOneLine
        } else {
            path.onOneLine
        }
    }

    /// The outcome: `holds`, `fails`, `undetermined`, `invalid`, `unreadable` or `fault`.
    var outcome: String {
        switch self {
        case .checked(_, let report): report.outcome.rawValue
        case .invalid: "invalid"
        case .unreadable: "unreadable"
        case .fault: "fault"
        }
    }
}
