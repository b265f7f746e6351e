/// The counts of the calls of containers, and the disagreements.
struct ContainerTally {
    private(set) var containers = 0
    private(set) var questions = 0
    /// The containers that did not start, by the last line of the error.
    private(set) var failed: [String: Int] = [:]
    private(set) var unknown: [String: Int] = [:]
    private(set) var results: [String: Int] = [:]
    private(set) var (allowed, refused) = (0, 0)
    private(set) var disagreements: [String] = []

    mutating func fail(_ error: ContainerTrial.Failure, _ kind: String) {
        containers += 1
        failed["\(kind): \(error)", default: 0] += 1
    }

    mutating func count(_ trial: ContainerTrial, _ kind: String, _ seed: UInt64) {
        containers += 1
        for one in trial.judged {
            questions += 1
            let isDone = one.result == "0"
            if isDone { allowed += 1 } else { refused += 1 }
            results[one.result, default: 0] += 1
            let codes = one.finding.reasons.map(\.code)
            switch one.finding.verdict {
            case "authorized" where isDone, "denied" where !isDone: break
            case "undetermined" where codes.contains(where: Self.isRefusedNow):
                if isDone { disagree(one, "\(kind) \(seed)") }
            case "undetermined":
                unknown["\(kind): \(Self.why(one))", default: 0] += 1
            default: disagree(one, "\(kind) \(seed)")
            }
        }
    }

    /// The codes of a no that the process could perhaps change by itself. It takes no step.
    private static func isRefusedNow(_ code: String) -> Bool {
        ["within-reach", "power-within-reach", "reach-unknown"].contains(code)
    }

    private mutating func disagree(_ one: ContainerTrial.Judged, _ kind: String) {
        let said = "\(one.finding.verdict) (\(Self.why(one)))"
        disagreements.append("\(kind), \(one.finding.title): \(said), was \(one.result)")
    }

    private static func why(_ one: ContainerTrial.Judged) -> String {
        one.finding.reasons.map { "\($0.code): \($0.message)" }.joined(separator: "; ")
    }

    var notStarted: Int { failed.values.reduce(0, +) }

    /// The number of questions without an answer.
    var doubts: Int { unknown.values.reduce(0, +) }

    var summary: String {
        """
        \(containers) containers (\(notStarted) not started), \(questions) questions, \
        \(allowed) allowed, \(disagreements.count) disagreements, \(doubts) not known; \
        \(Self.text(results))
        \(Self.lines(unknown, "not known"))\(Self.lines(failed, "did not start"))
        """
    }

    private static func text(_ counts: [String: Int]) -> String {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
            .joined(separator: ", ")
    }

    private static func lines(_ counts: [String: Int], _ what: String) -> String {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\(what) \($0.value) times: \($0.key)\n" }.joined()
    }
}
