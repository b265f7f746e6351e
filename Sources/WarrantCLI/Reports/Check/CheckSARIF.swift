import Policies
import PolicyLanguage

/// The output of `warrant check --format sarif`: a result for each requirement that does not hold or has no answer, and
/// for each mistake in a policy.
struct CheckSARIF {
    /// The rules that a requirement can break. A mistake in a policy has the id of its diagnostic.
    private enum Rule: String, CaseIterable {
        case denied
        case authorizedThoughForbidden = "authorized-though-forbidden"
        case undetermined
        case nothingApplied = "nothing-applied"

        var summary: String {
            switch self {
            case .denied: "A requirement of a policy is denied."
            case .authorizedThoughForbidden: "Something that a policy forbids is authorized."
            case .undetermined: "A requirement of a policy has no answer."
            case .nothingApplied: "No requirement of a policy applied."
            }
        }

        var index: Int? { Self.allCases.firstIndex(of: self) }
    }

    let results: [CheckResult]
    let status: ExitStatus

    func text() throws -> String {
        try encoded(
            SARIF(
                rules: Rule.allCases.map { SARIF.Rule($0.rawValue, $0.summary, level: "error") },
                exit: status,
                problems: results.compactMap(\.problem),
                results: results.flatMap(results(of:))
            )
        )
    }

    private func results(of result: CheckResult) -> [SARIF.Result] {
        switch result {
        case .checked(_, let report):
            report.findings.compactMap { self.result(ReportedCase($0), in: result.name) }
                + [result.nothingApplied].compactMap(\.self).map {
                    self.result($0, .nothingApplied, in: result.name)
                }
        case .invalid(_, let problems): problems.all.map { self.result($0) }
        case .unreadable, .fault: []
        }
    }

    private func result(_ one: ReportedCase, in policy: String) -> SARIF.Result? {
        switch (one.found, one.rule) {
        case (.holds, _), (.notApplicable, _): nil
        case (.fails, .require): result(one, .denied, in: policy)
        case (.fails, .forbid): result(one, .authorizedThoughForbidden, in: policy)
        case (.undetermined, _): result(one, .undetermined, in: policy)
        }
    }

    private func result(_ one: ReportedCase, _ rule: Rule, in policy: String) -> SARIF.Result {
        let because = one.because.map { "; \(one.rule.purpose($0))" } ?? ""
        return SARIF.Result(
            rule.rawValue,
            index: rule.index,
            level: one.outcome == .advised ? "warning" : "error",
            at: one.place,
            "\(policy): \(one.title): \(one.message)\(because)"
        )
    }

    private func result(_ diagnostic: Diagnostic) -> SARIF.Result {
        let advice = diagnostic.help.map { "; \($0)" } ?? ""
        return SARIF.Result(
            diagnostic.id,
            index: nil,
            level: "error",
            at: diagnostic.location,
            "\(diagnostic.problem)\(advice)"
        )
    }
}

extension CheckResult {
    /// The reason why the policy was not read.
    var problem: (path: String, problem: String)? {
        switch self {
        case .checked, .invalid: nil
        case .unreadable(let path, let problem), .fault(let path, let problem): (path, problem)
        }
    }
}
