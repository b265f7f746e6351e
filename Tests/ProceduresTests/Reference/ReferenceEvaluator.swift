import Procedures

/// The truth table of the engine's design, implemented a second time and as plainly as possible.
enum Answer: CaseIterable, Comparable {
    case satisfied, skipped, undetermined, refused

    var ignored: Answer { self == .refused ? .skipped : self }
    var not: Answer { self == .undetermined ? self : self == .satisfied ? .refused : .satisfied }

    static func allOf(_ parts: [Answer]) -> Answer { parts.max() ?? .refused }
    static func anyOf(_ parts: [Answer]) -> Answer { parts.min() ?? .refused }
}

extension PlannedEnd {
    /// The answer to dependents that need its success.
    var answer: Answer { isSuccess ? .satisfied : .allOf(findings.map(\.answer)) }
    var hasFailed: Bool { answer > .skipped && self != .cancelled }

    /// Returns the answer to conditions with a requirement, or nil if the requirement is met.
    func unmet(_ required: ProducedRequirements) -> Answer? {
        isSuccess || !required.contains(hasFailed ? .noFailed : .noCancelled) ? nil : answer
    }
}

/// The phases of the engine, for one procedure after another, on one thread, without a queue.
struct ReferenceEvaluator {
    private(set) var journal = ReferenceJournal()
    private(set) var ends: [Int: PlannedEnd] = [:]

    /// Ends each procedure, once however often it is added. Returns whether a group of them succeeds.
    @discardableResult
    mutating func run(_ plans: [Plan], in owner: Plan? = nil, failsFast: Bool = false) -> Bool {
        journal.add(plans, to: owner)
        var isWell: Bool { !plans.contains { (ends[$0.number]?.answer ?? .satisfied) > .skipped } }
        for plan in plans where ends[plan.number] == nil {
            let end = failsFast && !isWell ? .cancelled : run(plan)
            ends[plan.number] = end
            journal.end(plan, end)
        }
        return isWell
    }

    // The order is dependencies, then attempts: again after a failure or a refusal, and again after a success.
    private mutating func run(_ plan: Plan) -> PlannedEnd {
        let missing = plan.needs.filter { $0.required == .success }.compactMap { need in
            ends[need.number]?.unmet(.allSucceeded).map { Finding("\(need.number)", $0) }
        }
        if !missing.isEmpty { return .closed(.dependencies, missing.eachOnce) }
        var (failures, successes) = (0, 0)
        while true {
            let end = attempt(plan)
            (failures, successes) = end.isSuccess ? (0, successes + 1) : (failures + 1, successes)
            if end.isSuccess, successes < plan.successes { continue }
            if end.hasFailed, failures < plan.attempts { continue }
            return end == .failed && plan.ignoresErrors ? .succeeded : end
        }
    }

    // The procedures that conditions produce come first, then the conditions in the order written.
    private mutating func attempt(_ plan: Plan) -> PlannedEnd {
        for condition in plan.conditions { run(condition.remedies, in: plan) }
        var (findings, phase) = ([Finding](), Phase?.none)
        for condition in plan.conditions where phase == nil || !plan.stopsAtFirstRefusal {
            let unmet = condition.remedies.compactMap { ends[$0.number]?.unmet(condition.required) }
            let answer = unmet.max() ?? look(condition, plan, mayAsk: phase == nil)
            findings.append(Finding(condition.name, answer))
            if answer != .satisfied { phase = phase ?? (unmet.isEmpty ? .conditions : .remedies) }
        }
        return phase.map { .closed($0, findings) } ?? work(plan)
    }

    private mutating func work(_ plan: Plan) -> PlannedEnd {
        let executions = journal.note(plan, "willExecute")
        defer { journal.note(plan, "didExecute") }
        switch plan.work {
        case .succeeds, .cancelsRun: return .succeeded
        case .cancels, .sleeps: return .cancelled
        case .fails(let times): return executions > times ? .succeeded : .failed
        case .produces(let parts, let thenFails):
            for part in parts { run([part], in: plan) }
            return thenFails ? .failed : .succeeded
        case .group(let parts, let policy, _):
            let isWell = run(parts, in: plan, failsFast: policy == .failFast)
            return isWell || policy == .ignore ? .succeeded : .failed
        }
    }

    private mutating func look(_ part: PlannedCondition, _ plan: Plan, mayAsk: Bool) -> Answer {
        switch part {
        case .leaf(let number, let looks, let asked):
            let found = looks[min(journal.note(plan, "looks \(number)"), looks.count) - 1]
            guard let asked, mayAsk, found != .satisfied else { return found }
            journal.note(plan, "asks \(number)")
            return asked
        case .alone: return .satisfied
        case .not(let part): return look(part, plan, mayAsk: false).not
        case .silent(let part): return look(part, plan, mayAsk: false)
        case .ignored(let part): return look(part, plan, mayAsk: mayAsk).ignored
        case .producing(_, _, let part): return look(part, plan, mayAsk: mayAsk)
        case .allOf(let parts):
            return parts.reduce(parts.isEmpty ? .allOf([]) : .satisfied) {
                .allOf([$0, look($1, plan, mayAsk: mayAsk && $0 == .satisfied)])
            }
        case .anyOf(let parts):
            var found: [Answer] = []
            for part in parts where !found.contains(.satisfied) {
                found.append(look(part, plan, mayAsk: false))
            }
            // A part is not asked for if another part already suffices.
            for (index, part) in parts.enumerated() where mayAsk && part.asks {
                if !found.contains(.satisfied) { found[index] = look(part, plan, mayAsk: true) }
            }
            return .anyOf(found)
        case .noFailedDependencies(let ignoring):
            let ends = plan.needs.compactMap { self.ends[$0.number] }
            return ends.contains { ignoring ? $0.hasFailed : !$0.isSuccess } ? .refused : .satisfied
        }
    }
}
