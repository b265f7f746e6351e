import Procedures

/// The features of a random graph, according to the reference.
struct GraphCensus {
    /// Returns the number of graphs, of the given total, that have each feature.
    static func counts(of graphs: UInt64) -> [String: Int] {
        var counts: [String: Int] = [:]
        for seed in 0..<graphs {
            let census = GraphCensus(PlanMaker.plans(seed: seed).plans)
            for sight in census.sights { counts[sight, default: 0] += 1 }
        }
        return counts
    }

    private var sights: Set<String> = []
    private var reference = ReferenceEvaluator()

    private init(_ plans: [Plan]) {
        reference.run(plans)
        see(plans)
    }

    private mutating func see(_ plans: [Plan]) {
        let numbers = plans.map(\.number)
        for plan in plans {
            guard let end = reference.ends[plan.number] else { continue }
            seeJournal(of: plan)
            seeConditions(of: plan, end)
            for need in plan.needs {
                sights.insert(
                    numbers.contains(need.number) ? "after one beside" : "after one outside"
                )
            }
            see(plan.parts)
            for remedy in plan.remedies { see([remedy]) }
        }
    }

    /// Counts the events by their first words, and the ends with their phases.
    private mutating func seeJournal(of plan: Plan) {
        let lines = reference.journal.lines[plan.number, default: []]
        for line in lines {
            let words = line.prefix { $0 != ":" }.split(separator: " ")
            let isEnd = words[0] == "didFinish"
            sights.insert(words[..<(isEnd ? words.count : 1)].joined(separator: " "))
        }
        let executions = lines.count { $0 == "willExecute" }
        if executions > 0 { sights.insert("does: \(kind(of: plan.work))") }
        if executions > 1 { sights.insert("executes again") }
    }

    private mutating func seeConditions(of plan: Plan, _ end: PlannedEnd) {
        guard case .closed(let phase, let findings) = end, phase != .dependencies else { return }
        if findings.count < plan.conditions.count { sights.insert("stops at first refusal") }
        for (condition, finding) in zip(plan.conditions, findings) {
            let kind = "\(condition)".prefix { $0.isLetter }
            sights.insert("\(kind) \(finding.answer)")
            if !condition.remedies.isEmpty { sights.insert("\(kind) produces") }
        }
    }

    private func kind(of work: Plan.Work) -> String {
        switch work {
        case .group(_, let policy, _): "group, \(policy)"
        case .produces(_, let thenFails): thenFails ? "produces and fails" : "produces"
        case .fails(let times): times < .max ? "fails at first" : "fails"
        case .succeeds, .cancels, .sleeps, .cancelsRun: "\(work)"
        }
    }
}
