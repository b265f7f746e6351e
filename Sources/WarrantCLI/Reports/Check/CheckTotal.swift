import Policies

/// The outcomes of several policies, and of all their requirements together.
struct CheckTotal {
    private static let endings: [(outcome: String, one: String, several: String)] = [
        ("holds", "holds", "hold"), ("fails", "does not hold", "do not hold"),
        ("undetermined", "is not known", "are not known"), ("invalid", "is wrong", "are wrong"),
        ("unreadable", "cannot be read", "cannot be read"),
        ("fault", "ended with a fault", "ended with a fault"),
    ]

    let results: [CheckResult]

    /// The lines, empty for a single policy, which has its own sum.
    var lines: [String] {
        guard results.count > 1 else { return [] }
        let outcomes = results.map(\.outcome)
        let endings = Self.endings.compactMap { ending in
            let count = outcomes.count { $0 == ending.outcome }
            return count == 0 ? nil : "\(count) \(count == 1 ? ending.one : ending.several)"
        }
        let sum = CheckSum(results.lazy.flatMap(\.findings)).text
        return [
            "total of \(results.count) policies: \(endings.joined(separator: ", "))",
            "total of requirements: \(sum)",
        ]
    }
}

extension CheckResult {
    fileprivate var findings: [PolicyReport.Finding] {
        if case .checked(_, let report) = self { report.findings } else { [] }
    }
}
