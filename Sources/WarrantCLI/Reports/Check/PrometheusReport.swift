import Policies
import PolicyLanguage
import Text

/// The output of `warrant check --format prometheus`, for the textfile collector of the node exporter.
///
/// Each policy and each requirement has a gauge for each possible outcome; one of them is 1.
/// - SeeAlso: https://prometheus.io/docs/instrumenting/exposition_formats/
struct PrometheusReport {
    private static let outcomes = ["holds", "fails", "undetermined"]

    let results: [CheckResult]
    let status: ExitStatus

    var text: String {
        var paths: Set<String> = []
        // A series must not occur twice.
        let results = results.filter { paths.insert($0.path).inserted }
        return head("warrant_check_exit_status", "The exit status of warrant check.")
            + "warrant_check_exit_status \(status.rawValue)\n"
            + head(
                "warrant_policy_outcome",
                "1 for the outcome of the policy, 0 for each other outcome."
            )
            + results.map(policy).joined()
            + head(
                "warrant_requirement_outcome",
                "1 for the outcome of the requirement, 0 for each other outcome."
            )
            + results.map(requirements).joined()
    }

    private func head(_ name: String, _ help: String) -> String {
        "# HELP \(name) \(help)\n# TYPE \(name) gauge\n"
    }

    private func policy(_ result: CheckResult) -> String {
        let outcomes = Self.outcomes + ["invalid", "unreadable", "fault"]
        let labels = labels(of: result)
        return series("warrant_policy_outcome", labels, outcomes, result.outcome)
    }

    private func requirements(_ result: CheckResult) -> String {
        guard case .checked(_, let report) = result else { return "" }
        return zip(1..., report.findings).map { number, finding in
            // Two requirements may ask the same and have no ids.
            let own = [
                ("number", "\(number)"), ("id", finding.id ?? ""), ("rule", finding.rule.rawValue),
                ("severity", finding.severity.rawValue), ("requirement", finding.part.title),
                ("subject", finding.part.subject ?? ""),
            ]
            let outcomes = Self.outcomes + ["not-applicable"]
            let found = finding.outcome.rawValue
            return series(
                "warrant_requirement_outcome",
                labels(of: result) + own,
                outcomes,
                found
            )
        }.joined()
    }

    private func labels(of result: CheckResult) -> [(String, String)] {
        [("path", result.path), ("policy", result.name)]
    }

    private func series(
        _ name: String,
        _ labels: [(String, String)],
        _ outcomes: [String],
        _ found: String
    ) -> String {
        let written = labels.map { "\($0)=\($1.written(in: .prometheusLabel))" }
        return outcomes.map {
            let all = (written + ["outcome=\"\($0)\""]).joined(separator: ",")
            return "\(name){\(all)} \($0 == found ? 1 : 0)\n"
        }.joined()
    }
}
