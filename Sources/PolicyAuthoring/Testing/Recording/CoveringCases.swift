import LinuxCapabilities
import Policies
import PolicyLanguage

/// Cases that complete a record: in each, one change of the recorded facts makes a requirement fail, or makes one hold
/// that fails as recorded.
struct CoveringCases {
    /// The lines below `cases:`.
    private(set) var lines: [String] = []
    private(set) var uncovered = RecordedTest.Uncovered()

    /// The largest sum of changes times what each of them reads: all facts and all requirements. For a policy about 600
    /// files, it takes up to 19 seconds on two processors.
    private static let mostWork = 3_000_000

    /// A result of a requirement that some case should show.
    fileprivate struct Goal {
        let requirement: Int
        let outcome: PolicyReport.Outcome
    }

    fileprivate struct Result: Equatable, Sendable {
        let outcome: PolicyReport.Outcome
        let code: String?
    }

    /// The results of the policy with one change.
    fileprivate struct Trial: Sendable {
        let change: FactChange
        let outcome: PolicyReport.Outcome
        let results: [Result]
    }

    private typealias Choice = (goal: Goal, trial: Trial)

    /// - Parameters:
    ///   - recorded: The recorded case, as read back.
    ///   - report: The result of the policy in it.
    ///   - size: The number of bytes before the cases.
    init(
        of recorded: RecordedFacts,
        _ syntax: PolicySyntax,
        report: PolicyReport,
        after size: Int
    ) async {
        let base = report.findings.map(Result.init)
        let others = report.findings.map(\.outcomesToShow)
        var wanted = others.indices.flatMap { index in
            others[index].map { Goal(requirement: index, outcome: $0) }
        }
        let words = report.findings.map { Set($0.part.words) }
        let asked = words.reduce(into: Set<String>()) { $0.formUnion($1) }
        let rounds = FactChange.rounds(of: recorded.facts, asked: asked)
        var work = 0
        var isSkipped = false
        var chosen: [Choice] = []
        for changes in rounds where !wanted.isEmpty {
            let more = changes.count * (recorded.tested.factCount + base.count)
            guard work + more <= Self.mostWork else {
                isSkipped = true
                continue
            }
            work += more
            let trials = await changes.mappedInTasks { await Self.trial($0, of: recorded, syntax) }
            Self.choose(from: trials.compactMap(\.self), for: &wanted, base, words, into: &chosen)
        }
        uncovered.isCut = isSkipped && !wanted.isEmpty
        let names = report.requirementNames
        write(chosen, names, after: size, recorded.tested.factCount)
        for goal in wanted where base[goal.requirement].outcome.isKnown {
            let name = names[goal.requirement]
            uncovered.gaps.append(.init(requirement: name, outcome: goal.outcome))
        }
        let unknown = Set(wanted.map(\.requirement)).filter { !base[$0].outcome.isKnown }
        uncovered.unknown = unknown.sorted().map { names[$0] }
    }

    /// Chooses for each goal the trial in which the fewest other requirements change, unless one that is already chosen
    /// meets it too. Among those, it chooses a change of what the requirement names.
    private static func choose(
        from trials: [Trial],
        for wanted: inout [Goal],
        _ base: [Result],
        _ words: [Set<String>],
        into chosen: inout [Choice]
    ) {
        var rest: [Goal] = []
        for goal in wanted where !chosen.contains(where: { $0.trial.meets(goal) }) {
            func cost(_ trial: Trial) -> (Int, Int, Int) {
                let isNamed = trial.change.isAbout(words[goal.requirement])
                return (trial.changed(from: base), isNamed ? 0 : 1, trial.change.lines.count)
            }
            let best = trials.filter { $0.meets(goal) }.min { cost($0) < cost($1) }
            if let best { chosen.append((goal, best)) } else { rest.append(goal) }
        }
        wanted = rest
    }

    /// Writes the cases in the order of the requirements, as many as a test may have.
    private mutating func write(
        _ chosen: [Choice],
        _ names: [String],
        after size: Int,
        _ factCount: Int
    ) {
        var (facts, bytes) = (factCount, size)
        for (goal, trial) in chosen.sorted(by: { $0.goal.requirement < $1.goal.requirement }) {
            let remark =
                lines.isEmpty ? ["  # In each further case, a recorded fact is changed."] : []
            let added = remark + trial.lines(for: goal, names)
            facts += factCount + trial.change.lines.count
            bytes += added.reduce(0) { $0 + $1.utf8.count + 1 }
            guard facts <= Limits.nodes, bytes <= Limits.bytes else {
                uncovered.isCut = true
                return
            }
            lines += added
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
            return Trial(
                change: change,
                outcome: report.outcome,
                results: report.findings.map(Result.init)
            )
        } catch {
            return nil
        }
    }
}

extension CoveringCases.Result {
    fileprivate init(_ finding: PolicyReport.Finding) {
        (outcome, code) = (finding.outcome, finding.decidingCode)
    }
}

extension CoveringCases.Trial {
    fileprivate func meets(_ goal: CoveringCases.Goal) -> Bool {
        results[goal.requirement].outcome == goal.outcome
    }

    fileprivate func changed(from base: [CoveringCases.Result]) -> Int {
        zip(results, base).count { $0 != $1 }
    }

    fileprivate func lines(for goal: CoveringCases.Goal, _ names: [String]) -> [String] {
        let unusual = zip(names, results).filter { $1.outcome != .holds }
        return RecordText.lines(
            ofCase: "\(names[goal.requirement]) \(goal.outcome.rawValue)",
            given: change.lines,
            outcome: outcome,
            requirements: unusual.map { ($0, $1.outcome, $1.code) }
        )
    }
}

extension PolicyReport.PartFinding {
    /// The words of all questions of the part.
    fileprivate var words: [String] {
        title.split(separator: " ").map(String.init) + parts.flatMap(\.words)
    }
}

extension PolicyReport.Finding {
    /// The results that a test should show besides the recorded one.
    fileprivate var outcomesToShow: [PolicyReport.Outcome] {
        let all: [PolicyReport.Outcome] =
            [.holds, .fails] + (part.isConditional ? [.notApplicable] : [])
        return all.filter { $0 != outcome }
    }
}

extension PolicyReport.Outcome {
    fileprivate var isKnown: Bool { self == .holds || self == .fails }
}
