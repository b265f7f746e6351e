import Procedures
import TestSupport

/// Makes plans that look random and are the same for the same seed.
struct PlanMaker {
    /// The position of a procedure, with the limits that keep it from waiting forever.
    private struct Place {
        var depth = 0
        /// The categories that the enclosing procedure holds.
        var held: [String] = []
        /// The outer procedures that it may depend on.
        var outer: [Int] = []

        /// Returns the position inside a procedure. A procedure that holds categories waits for nothing outside.
        func inside(_ plan: Plan) -> Place {
            let categories = plan.categories
            return Place(
                depth: depth + 1,
                held: categories,
                outer: categories.isEmpty ? outer : []
            )
        }
    }

    private var random: SplitMix
    private var lastNumber = 0
    private var mayCancel: Bool

    private init(seed: UInt64) {
        random = SplitMix(seed: seed)
        mayCancel = Int.random(in: 0..<8, using: &random) == 0
    }

    private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    private mutating func one(in count: Int) -> Bool { below(count) == 0 }
    private mutating func oneOf<Element>(_ elements: Element...) -> Element {
        elements[below(elements.count)]
    }

    private mutating func number() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Returns all procedures of a run, and the width of the queue.
    static func plans(seed: UInt64) -> (width: Int, plans: [Plan]) {
        var maker = PlanMaker(seed: seed)
        let width = 1 + maker.below(4)
        return (width, maker.plans(2 + maker.below(4), in: Place()))
    }

    /// Returns procedures that are added together, each after some of the earlier ones.
    ///
    /// - Parameter hasWidth: True if a width limits how many run at the same time. Then nothing inside one of them may
    ///   wait for another, which may not have begun for lack of room.
    private mutating func plans(_ count: Int, in place: Place, hasWidth: Bool = false) -> [Plan] {
        (0..<count).reduce(into: []) { plans, index in
            var place = place
            if !hasWidth { place.outer += plans.map(\.number) }
            let needs = (0..<min(index, below(4))).map { _ -> Plan.Need in
                (plans[below(index)].number, oneOf(.success, .completion))
            }
            plans.append(plan(in: place, after: needs))
        }
    }

    private mutating func plan(in place: Place, after needs: [Plan.Need] = []) -> Plan {
        var plan = Plan(number: number(), needs: needs)
        if one(in: 6), !place.outer.isEmpty {
            plan.needs.append((place.outer[below(place.outer.count)], oneOf(.success, .completion)))
        }
        plan.conditions = conditions(of: plan, in: place)
        plan.attempts = one(in: 4) ? 2 + below(2) : 1
        plan.successes = one(in: plan.attempts > 1 ? 3 : 10) ? 2 : 1
        plan.ignoresErrors = one(in: 10)
        plan.work = work(in: place.inside(plan))
        if one(in: 6) { stopAtFirstRefusal(&plan) }
        return plan
    }

    private mutating func work(in place: Place) -> Plan.Work {
        switch below(place.depth < 4 ? 16 : 12) {
        case 0: return .fails(times: .max)
        case 1: return .cancels
        case 2: return .fails(times: 1 + below(2))
        case 3 where mayCancel:
            mayCancel = false
            return .cancelsRun
        case 12: return .produces(plans(1 + below(2), in: place), thenFails: false)
        case 13: return .produces(sleepers(1 + below(2)), thenFails: true)
        case 14, 15: return group(in: place)
        default: return .succeeds
        }
    }

    private mutating func group(in place: Place) -> Plan.Work {
        switch below(4) {
        case let kind where kind < 2:
            let parts = plans(below(4), in: place, hasWidth: true)
            return .group(parts, kind == 0 ? .collect : .ignore, width: 1 + below(3))
        // The parts run one after another, so it is known which parts the first failure cancels.
        case 2:
            var place = place
            place.outer = []
            let parts = (0..<below(4)).map { _ in plan(in: place) }
            return .group(parts, .failFast, width: 1)
        // The parts run at the same time: one fails, and nothing else can end the others.
        default:
            let failing = Plan(number: number(), work: .fails(times: .max))
            return .group([failing] + sleepers(1 + below(3)), .failFast, width: 1 + below(4))
        }
    }

    private mutating func sleepers(_ count: Int) -> [Plan] {
        (0..<count).map { _ in Plan(number: number(), work: .sleeps) }
    }
}

// MARK: Conditions

extension PlanMaker {
    private mutating func conditions(of plan: Plan, in place: Place) -> [PlannedCondition] {
        var conditions: [PlannedCondition] = []
        for _ in 0..<below(3) where one(in: 2) { conditions.append(condition(in: place)) }
        if one(in: 4) { conditions.append(alone(in: place)) }
        if one(in: plan.needs.isEmpty ? 20 : 4) {
            conditions.append(.noFailedDependencies(ignoringCancellations: one(in: 2)))
        }
        return conditions
    }

    /// Makes the plan stop at the first refusal. Only the first condition may then produce a procedure that ends by
    /// itself. For a later condition, it is unknown whether its procedure has ended when an earlier condition refuses.
    /// A sleeping procedure has not.
    private mutating func stopAtFirstRefusal(_ plan: inout Plan) {
        plan.stopsAtFirstRefusal = true
        if plan.conditions.dropFirst().contains(where: { !$0.remedies.isEmpty }) {
            plan.conditions.removeLast(plan.conditions.count - 1)
        } else if plan.remedies.isEmpty, one(in: 4) {
            let closed = oneOf(Answer.skipped, .undetermined, .refused)
            plan.conditions.insert(.leaf(number(), looks: [closed], asked: nil), at: 0)
            let sleeper = Plan(number: number(), work: .sleeps)
            plan.conditions.append(.producing(sleeper, requirement(), leaf()))
        }
    }

    /// Returns an exclusion in categories of this depth only, so that no two procedures can wait for each other. They
    /// are the depth's own names, and shares of the enclosing procedure's categories.
    private mutating func alone(in place: Place) -> PlannedCondition {
        let names = ["\(place.depth)a", "\(place.depth)b"] + place.held
        let first = names[below(names.count)]
        return .alone(one(in: 2) ? [first] : [first, names[below(names.count)]])
    }

    /// Returns a condition whose produced procedure runs before the procedure holds anything.
    private mutating func producing(in place: Place) -> PlannedCondition {
        let remedy = plan(in: Place(depth: place.depth + 1, outer: place.outer))
        return .producing(remedy, requirement(), leaf())
    }

    private mutating func requirement() -> ProducedRequirements {
        oneOf(.none, .noFailed, .noCancelled, .allSucceeded)
    }

    private mutating func leaf() -> PlannedCondition {
        let looks = (0..<1 + below(4)).map { _ in answer() }
        return .leaf(number(), looks: looks, asked: one(in: 3) ? answer() : nil)
    }

    /// Returns an answer, mostly yes, so that many procedures reach their work.
    private mutating func answer() -> Answer {
        oneOf(.satisfied, .satisfied, .satisfied, .satisfied, .skipped, .undetermined, .refused)
    }

    private mutating func condition(depth: Int = 0, in place: Place) -> PlannedCondition {
        switch below(depth < 3 ? 12 : 5) {
        case 4 where place.depth < 3: producing(in: place)
        case 5: .not(condition(depth: depth + 1, in: place))
        case 6: .ignored(condition(depth: depth + 1, in: place))
        case 7: .silent(condition(depth: depth + 1, in: place))
        case 8: .allOf(parts(depth: depth + 1, in: place))
        case 9, 10: .anyOf(parts(depth: depth + 1, in: place))
        default: leaf()
        }
    }

    private mutating func parts(depth: Int, in place: Place) -> [PlannedCondition] {
        (0..<below(4)).map { _ in condition(depth: depth, in: place) }
    }
}
