import LinuxCapabilities
import Policies
import PolicyLanguage

/// Cases that complete a record: in each, one change of the recorded facts makes a requirement fail, or makes one hold
/// that fails as recorded.
struct CoveringCases {
    /// The lines below `cases:`.
    private(set) var lines: [String] = []
    /// The requirements that hold or fail as recorded, and that no change lets do the other.
    private(set) var gaps: [RecordedTest.Gap] = []

    /// The result of the policy with one change.
    fileprivate struct Trial: Sendable {
        let change: FactChange
        let outcome: PolicyReport.Outcome
        let findings: [TestedCase.Finding]
    }

    /// The largest product of changes and files in a round. Each change reads the facts again: 2,000,000 take half a
    /// minute.
    private static let mostWork = 2_000_000

    /// A result of a requirement that some case should show.
    fileprivate struct Goal {
        let requirement: Int
        let outcome: PolicyReport.Outcome
    }

    /// - Parameters:
    ///   - recorded: The recorded case, as read back.
    ///   - report: The result of the policy in it.
    init(
        of recorded: RecordedFacts,
        _ syntax: PolicySyntax,
        report: PolicyReport
    ) async throws {
        let base = report.testFindings
        let asked = Set(report.findings.flatMap(\.part.words))
        var wanted = base.indices.flatMap { index in
            base[index].outcome.others.map { Goal(requirement: index, outcome: $0) }
        }
        var chosen: [(goal: Goal, trial: Trial)] = []
        for round in FactChange.rounds(of: recorded.facts, asked: asked)
        where !wanted.isEmpty && round.count * recorded.facts.paths.count <= Self.mostWork {
            let trials = await round.mappedInTasks { await Self.trial($0, of: recorded, syntax) }
                .compactMap(\.self)
            wanted.removeAll { goal in
                if chosen.contains(where: { $0.trial.meets(goal) }) { return true }
                // The fewest other requirements should change with this one. The first of the best is the plainest.
                let best = trials.filter { $0.meets(goal) }.min {
                    ($0.changed(from: base), $0.change.lines.count)
                        < ($1.changed(from: base), $1.change.lines.count)
                }
                guard let best else { return false }
                chosen.append((goal, best))
                return true
            }
        }
        lines = chosen.sorted { $0.goal.requirement < $1.goal.requirement }.flatMap { goal, trial in
            trial.lines(named: "\(base[goal.requirement].name) \(goal.outcome.rawValue)")
        }
        // What is not known on this host should be recorded on another one.
        gaps = wanted.filter { base[$0.requirement].outcome.others.count == 1 }.map {
            RecordedTest.Gap(requirement: base[$0.requirement].name, outcome: $0.outcome)
        }
    }

    /// Returns nil if the changed facts contradict one another.
    private static func trial(
        _ change: FactChange,
        of recorded: RecordedFacts,
        _ syntax: PolicySyntax
    ) async -> Trial? {
        do throws(Diagnostics) {
            let text = change.lines.joined(separator: "\n")
            let changed = try YAMLTree.parse(Array(text.utf8), file: "a change")
            let given = recorded.tested.given?.overlaid(by: changed) ?? changed
            let facts = try HostFacts(given: given)
            let report = await (try Policy(syntax, on: .inMemory(facts))).check()
            return Trial(change: change, outcome: report.outcome, findings: report.testFindings)
        } catch {
            return nil
        }
    }
}

extension CoveringCases.Trial {
    fileprivate func meets(_ goal: CoveringCases.Goal) -> Bool {
        findings[goal.requirement].outcome == goal.outcome
    }

    fileprivate func changed(from base: [TestedCase.Finding]) -> Int {
        zip(findings, base).count { $0.outcome != $1.outcome }
    }

    fileprivate func lines(named name: String) -> [String] {
        let unusual = findings.filter { $0.outcome != .holds && $0.outcome != .notApplicable }
        return RecordText.lines(
            ofCase: name,
            given: change.lines,
            outcome: outcome,
            requirements: unusual
        )
    }
}

extension PolicyReport.PartFinding {
    /// The words of all questions of the part.
    fileprivate var words: [String] {
        title.split(separator: " ").map(String.init) + parts.flatMap(\.words)
    }
}

extension PolicyReport.Outcome {
    /// The results that a test should show besides this one.
    fileprivate var others: [PolicyReport.Outcome] {
        switch self {
        case .holds: [.fails]
        case .fails: [.holds]
        case .undetermined, .notApplicable: [.holds, .fails]
        }
    }
}
