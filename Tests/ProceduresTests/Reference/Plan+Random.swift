import Procedures
import TestSupport

/// Makes plans that look random, and are the same for the same seed.
struct PlanMaker {
    private var random: SplitMix
    private var lastNumber = 0
    private var mayCancel: Bool

    /// Whether the run is cancelled by one of its procedures, whenever that is.
    private(set) var isCancelled = false

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
        mayCancel = Int.random(in: 0..<8, using: &random) == 0
    }

    mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    private mutating func one(in count: Int) -> Bool { below(count) == 0 }
    private mutating func oneOf<Element>(_ elements: Element...) -> Element {
        elements[below(elements.count)]
    }

    private mutating func number() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Procedures that are added together, each after some of those before it.
    mutating func plans(_ count: Int, depth: Int = 0, held: [String] = []) -> [Plan] {
        (0..<count).reduce(into: []) { plans, index in
            var plan = plan(depth: depth, held: held)
            for _ in 0..<min(index, below(4)) {
                plan.needs.append((plans[below(index)].number, oneOf(.success, .completion)))
            }
            plans.append(plan)
        }
    }

    private mutating func plan(depth: Int, held: [String]) -> Plan {
        var plan = Plan(number: number())
        for _ in 0..<below(3) where one(in: 2) { plan.conditions.append(condition(depth: 0)) }
        if one(in: 4) { plan.conditions.append(alone(depth, held)) }
        if one(in: 10) {
            plan.conditions.append(.noFailedDependencies(ignoringCancellations: one(in: 2)))
        }
        plan.stopsAtFirstRefusal = one(in: 6)
        if !plan.stopsAtFirstRefusal, one(in: 8) { plan.conditions.append(producing()) }
        plan.attempts = one(in: 4) ? 2 + below(2) : 1
        plan.successes = one(in: 10) ? 2 : 1
        plan.ignoresErrors = one(in: 10)
        plan.work = work(depth: depth, held: plan.categories)
        return plan
    }

    private mutating func work(depth: Int, held: [String]) -> Plan.Work {
        switch below(depth < 3 ? 16 : 12) {
        case 0: return .fails
        case 1: return .cancels
        case 2: return .failsAtFirst(1 + below(2))
        case 3 where mayCancel:
            (mayCancel, isCancelled) = (false, true)
            return .cancelsRun
        case 12:
            return .produces(plans(1 + below(2), depth: depth + 1, held: held), thenFails: false)
        case 13: return .produces(sleepers(1 + below(2)), thenFails: true)
        case 14, 15: return group(depth: depth + 1, held: held)
        default: return .succeeds
        }
    }

    private mutating func group(depth: Int, held: [String]) -> Plan.Work {
        switch below(4) {
        case 0:
            return .group(plans(below(4), depth: depth, held: held), .collect, width: 1 + below(3))
        case 1:
            return .group(plans(below(4), depth: depth, held: held), .ignore, width: 1 + below(3))
        // One after another, so that it is known what the first to fail cancels.
        case 2:
            let parts = (0..<below(4)).map { _ in plan(depth: depth, held: held) }
            return .group(parts, .failFast, width: 1)
        // At once: one fails, and the others can end by nothing else.
        default:
            let failing = Plan(number: number(), work: .fails)
            return .group([failing] + sleepers(1 + below(3)), .failFast, width: 1 + below(4))
        }
    }

    private mutating func sleepers(_ count: Int) -> [Plan] {
        (0..<count).map { _ in Plan(number: number(), work: .sleeps) }
    }

    // MARK: Conditions

    /// What is held at a depth is asked for at that depth alone, so that no two can wait for each other:
    /// names of its own, and shares of what the procedure around it holds.
    private mutating func alone(_ depth: Int, _ held: [String]) -> PlannedCondition {
        let names = ["\(depth)a", "\(depth)b"] + held
        let first = names[below(names.count)]
        return .alone(one(in: 2) ? [first] : [first, names[below(names.count)]])
    }

    private mutating func producing() -> PlannedCondition {
        let remedy = Plan(
            number: number(),
            work: oneOf(.succeeds, .fails, .cancels),
            conditions: one(in: 2) ? [leaf()] : []
        )
        let requirement = oneOf(ProducedRequirements.none, .noFailed, .noCancelled, .allSucceeded)
        return .producing(remedy, requirement, leaf())
    }

    private mutating func leaf() -> PlannedCondition {
        let looks = (0..<1 + below(2)).map { _ in answer() }
        return .leaf(number(), looks: looks, asked: one(in: 4) ? answer() : nil)
    }

    /// Mostly yes, so that many procedures get to their work.
    private mutating func answer() -> Answer {
        oneOf(.satisfied, .satisfied, .satisfied, .satisfied, .skipped, .undetermined, .refused)
    }

    private mutating func condition(depth: Int) -> PlannedCondition {
        switch below(depth < 3 ? 12 : 4) {
        case 4: .not(condition(depth: depth + 1))
        case 5: .ignored(condition(depth: depth + 1))
        case 6: .silent(condition(depth: depth + 1))
        case 7: .allOf(conditions(below(4), depth: depth + 1))
        case 8, 9: .anyOf(conditions(below(4), depth: depth + 1))
        default: leaf()
        }
    }

    private mutating func conditions(_ count: Int, depth: Int) -> [PlannedCondition] {
        (0..<count).map { _ in condition(depth: depth) }
    }
}
