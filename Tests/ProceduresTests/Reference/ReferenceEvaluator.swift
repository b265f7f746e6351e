import Procedures

/// DESIGN.md section 4, written a second time and as plainly as can be: the truth table.
enum Answer: CaseIterable {
    case satisfied, skipped, undetermined, refused

    static let weakestFirst: [Answer] = [.refused, .undetermined, .skipped, .satisfied]

    var ignored: Answer { self == .refused ? .skipped : self }
    var not: Answer {
        self == .undetermined ? .undetermined : self == .satisfied ? .refused : .satisfied
    }

    static func allOf(_ parts: [Answer]) -> Answer {
        weakestFirst.first(where: parts.contains) ?? .refused
    }

    static func anyOf(_ parts: [Answer]) -> Answer {
        weakestFirst.last(where: parts.contains) ?? .refused
    }
}

/// The phases: one procedure after another, in one thread, with no queue.
struct ReferenceEvaluator {
    private(set) var journal = ReferenceJournal()
    private var ends: [Int: PlannedEnd] = [:]
    private var dependencies: [Int: [PlannedEnd]] = [:]

    /// Ends each of some procedures that were added together, once in a run, however often it is added.
    mutating func run(_ plans: [Plan], failsFast: Bool = false) -> [PlannedEnd] {
        var isDoomed = false
        return plans.map { plan in
            let known = ends[plan.number]
            let end = known ?? (isDoomed ? .cancelled : run(plan))
            if known == nil { journal.end(plan, end) }
            ends[plan.number] = end
            isDoomed = isDoomed || (failsFast && end.hasFailed)
            return end
        }
    }

    // Dependencies, then attempts: again after a failure or a refusal, and again after a success.
    private mutating func run(_ plan: Plan) -> PlannedEnd {
        let missing = plan.needs.filter {
            $0.required == .success && ends[$0.number]?.answer != nil
        }
        if !missing.isEmpty {
            return .closed(.dependencies, missing.map { finding($0.number) }.eachOnce)
        }
        dependencies[plan.number] = plan.needs.compactMap { ends[$0.number] }
        var (failures, successes) = (0, 0)
        while true {
            let end = attempt(plan)
            (failures, successes) = end.isSuccess ? (0, successes + 1) : (failures + 1, successes)
            if end.isSuccess, successes < plan.successes { continue }
            if end.isFailureOrRefusal, failures < plan.attempts { continue }
            return end.word == "failed" && plan.ignoresErrors ? .succeeded : end
        }
    }

    private func finding(_ number: Int) -> PlannedEnd.Finding {
        PlannedEnd.Finding(name: "\(number)", answer: ends[number]?.answer ?? .satisfied)
    }

    // What conditions produce, then conditions in the order written, then the work.
    private mutating func attempt(_ plan: Plan) -> PlannedEnd {
        for remedy in plan.remedies { _ = add([remedy], to: plan) }
        var findings: [PlannedEnd.Finding] = []
        for condition in plan.conditions where findings.areOpen || !plan.stopsAtFirstRefusal {
            let answer = look(condition, plan, mayAsk: findings.areOpen)
            findings.append(PlannedEnd.Finding(name: condition.name, answer: answer))
        }
        if let closed = findings.firstIndex(where: { $0.answer != .satisfied }) {
            return .closed(lacksRemedy(plan.conditions[closed]) ? .remedies : .conditions, findings)
        }
        journal.note(plan, "willExecute")
        defer { journal.note(plan, "didExecute") }
        switch plan.work {
        case .succeeds, .cancelsRun: return .succeeded
        case .fails: return .failed
        case .cancels, .sleeps: return .cancelled
        case .failsAtFirst(let times):
            return journal.count(plan.number) < times ? .failed : .succeeded
        case .group(let parts, let policy, _):
            let ends = add(parts, to: plan, failsFast: policy == .failFast)
            return policy != .ignore && ends.contains(where: \.hasFailed) ? .failed : .succeeded
        case .produces(let parts, let thenFails):
            for part in parts { _ = add([part], to: plan) }
            return thenFails ? .failed : .succeeded
        }
    }

    private func lacksRemedy(_ condition: PlannedCondition) -> Bool {
        guard case .producing(let remedy, let requirement, _) = condition else { return false }
        return ends[remedy.number]?.unmet(requirement) != nil
    }

    private mutating func look(_ condition: PlannedCondition, _ plan: Plan, mayAsk: Bool) -> Answer
    {
        switch condition {
        case .leaf(let number, let looks, let asked):
            let found = looks[min(journal.count(number), looks.count - 1)]
            journal.note(plan, "looks \(number)")
            guard let asked, mayAsk, found != .satisfied else { return found }
            journal.note(plan, "asks \(number)")
            return asked
        case .alone: return .satisfied
        case .not(let part): return look(part, plan, mayAsk: false).not
        case .silent(let part): return look(part, plan, mayAsk: false)
        case .ignored(let part): return look(part, plan, mayAsk: mayAsk).ignored
        case .allOf(let parts):
            var found: [Answer] = []
            for part in parts {
                let isOpen = found.allSatisfy { $0 == .satisfied }
                found.append(look(part, plan, mayAsk: mayAsk && isOpen))
            }
            return .allOf(found)
        case .anyOf(let parts):
            var found: [Answer] = []
            for part in parts where !found.contains(.satisfied) {
                found.append(look(part, plan, mayAsk: false))
            }
            // Nobody is asked for what another part allows.
            for (index, part) in parts.enumerated() where mayAsk && part.asks {
                if !found.contains(.satisfied) { found[index] = look(part, plan, mayAsk: true) }
            }
            return .anyOf(found)
        case .noFailedDependencies(let ignoring):
            let ended = dependencies[plan.number] ?? []
            return ended.contains { ignoring ? $0.isFailureOrRefusal : !$0.isSuccess }
                ? .refused : .satisfied
        case .producing(let remedy, let requirement, let condition):
            return ends[remedy.number]?.unmet(requirement) ?? look(condition, plan, mayAsk: mayAsk)
        }
    }

    private mutating func add(_ parts: [Plan], to plan: Plan, failsFast: Bool = false)
        -> [PlannedEnd]
    {
        for part in parts { journal.note(plan, "willAdd \(part.number)") }
        for part in parts { journal.note(plan, "didAdd \(part.number)") }
        return run(parts, failsFast: failsFast)
    }
}
