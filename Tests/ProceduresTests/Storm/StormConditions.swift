import Procedures
import TestSupport

struct Stormy: Error {}

/// Answers after some time, possibly long after it was abandoned.
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

/// Admits a procedure, and ends it soon after.
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
    /// Excludes in one or two categories.
    init(all categories: [String]) {
        if categories.count == 1 {
            self.init(categories[0])
        } else {
            self.init(categories[0], categories[1])
        }
    }
}
