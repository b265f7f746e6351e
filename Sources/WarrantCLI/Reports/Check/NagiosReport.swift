import Text

/// The output of `warrant check --format nagios`: the output of a monitoring plugin, with exit statuses of its own.
///
/// It has a line with the sum and its performance data, and one line for each requirement that does not hold.
/// - SeeAlso: https://www.monitoring-plugins.org/doc/guidelines.html
struct NagiosReport {
    /// The exit statuses of monitoring plugins.
    enum Status: Int32 {
        case ok = 0
        case warning = 1
        case critical = 2
        case unknown = 3

        fileprivate var word: String {
            switch self {
            case .ok: "OK"
            case .warning: "WARNING"
            case .critical: "CRITICAL"
            case .unknown: "UNKNOWN"
            }
        }
    }

    private let cases: [(policy: String, ReportedCase)]

    init(_ results: [CheckResult]) {
        cases = results.flatMap { result in result.suite.cases.map { (result.name, $0) } }
    }

    /// The status. A denial takes precedence over an unknown answer, and that over advice.
    var status: Status {
        if count(.fails) > 0 { return .critical }
        if count(.undetermined) > 0 { return .unknown }
        return count(.advised) > 0 ? .warning : .ok
    }

    var text: String {
        let problems = cases.filter { [.fails, .undetermined, .advised].contains($0.1.outcome) }
        let lines = problems.map { policy, one in
            let advice = one.outcome == .advised ? "advice: " : ""
            return "\(policy): \(one.title): \(advice)\(one.message)".written(in: .nagios) + "\n"
        }
        let sum = CheckSum(cases.map(\.1)).text
        return "WARRANT \(status.word) - \(sum) | \(performance)\n" + lines.joined()
    }

    private var performance: String {
        let values = [
            ("holds", count(.holds)), ("fails", count(.fails)),
            ("undetermined", count(.undetermined)), ("advised", count(.advised)),
            ("not_applicable", count(.notApplicable)),
        ]
        return values.map { "\($0)=\($1);;;0" }.joined(separator: " ")
    }

    private func count(_ outcome: ReportedCase.Outcome) -> Int { cases.map(\.1).count(outcome) }
}
