/// A decision that a gate has begun and not made. If its deadline passes, another component makes it.
package struct Undecided: Sendable {
    /// The findings of the look that precedes asking.
    package var reasons: [Reason]
    /// Logs, with all reasons, that there was no answer.
    let log: @Sendable ([Reason]) -> Void

    package init(
        _ reasons: [Reason] = [],
        log: @escaping @Sendable ([Reason]) -> Void
    ) {
        self.reasons = reasons
        self.log = log
    }
}

/// A decision that is repeated while the work executes, separate from the decisions of the gate.
final class Redecision: Sendable {
    private let decision = Locked<Undecided?>(nil)

    func begin(_ decision: Undecided) { self.decision.withLock { $0 = decision } }

    /// - Returns: True if the condition makes the decision. False if it was cancelled or its deadline passed.
    func end() -> Bool {
        guard !Task.isCancelled else { return false }
        decision.withLock { $0 = nil }
        return true
    }

    /// Logs that there was no answer.
    func end(without answer: Reason) {
        let decision = decision.withLock { $0.take() }
        decision?.log([answer])
    }
}

/// A condition that logs its decisions.
package protocol DecidingCondition: Condition {
    /// Logs that there is no answer because the condition was not evaluated.
    func logUndetermined(_ reasons: [Reason], in context: ConditionContext)
}
