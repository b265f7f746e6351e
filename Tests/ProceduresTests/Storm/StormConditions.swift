import Procedures
import TestSupport

struct Stormy: Error {}

/// Answers after a while, if need be long after it was given up on.
struct StormCondition: Condition {
    let name = "weather"
    let result: ConditionResult
    var isDeaf = false
    var looksAgain = false
    var produces: [any ProcedureConvertible] = []
    let gate: Latch

    func evaluate(in context: ConditionContext) async -> ConditionResult {
        if isDeaf { await gate.wait() } else { await Task.yield() }
        return result
    }
}

/// Lets a procedure in, and ends it soon after.
struct EndingCondition: Condition {
    let name = "sunshine"

    func evaluate(in context: ConditionContext) async -> ConditionResult { .satisfied }

    func endings(in context: ConditionContext) -> Endings? {
        AsyncStream { continuation in
            continuation.yield(Reason("clouds", "the sun", "is gone"))
            continuation.finish()
        }
    }
}

extension MutuallyExclusive {
    /// In one category or two.
    init(all categories: [String]) {
        if categories.count == 1 {
            self.init(categories[0])
        } else {
            self.init(categories[0], categories[1])
        }
    }
}
