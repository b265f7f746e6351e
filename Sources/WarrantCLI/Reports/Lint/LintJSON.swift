import PolicyAuthoring
import PolicyLanguage

/// The output of `warrant lint --format json`.
struct LintJSON: Encodable {
    let version = 1
    let command = "lint"
    let exit: Int32
    let policies: [LintedPolicyJSON]
}

struct LintedPolicyJSON: Encodable {
    let path: String
    let outcome: String
    /// The number of findings that --fix repaired.
    let repaired: Int
    /// The remaining findings.
    let findings: [FindingJSON]
    /// The reason why the policy could not be read or written.
    let problem: String?
}

struct FindingJSON: Encodable {
    let id: String
    let severity: String
    let place: SourceLocation
    let problem: String
    let help: String?
    /// True if --fix repairs it.
    let fixable: Bool

    init(_ finding: LintFinding) {
        id = finding.diagnostic.id
        severity = finding.severity.rawValue
        place = finding.diagnostic.location
        problem = finding.diagnostic.problem
        help = finding.diagnostic.help
        fixable = !finding.fix.isEmpty
    }
}

extension LintReport {
    func json() throws -> String {
        let policies = files.map { file in
            LintedPolicyJSON(
                path: file.path,
                outcome: file.outcome.rawValue,
                repaired: file.repaired,
                findings: file.findings.map(FindingJSON.init),
                problem: file.problem
            )
        }
        return try encoded(LintJSON(exit: status.rawValue, policies: policies))
    }
}
