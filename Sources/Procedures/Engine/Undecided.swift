/// A decision that a gate has begun and not made, for whoever must make it when its time is up.
package struct Undecided: Sendable {
    /// The findings so far: what a look said before it was asked.
    package var reasons: [Reason]
    /// Logs that there was no answer, with all reasons.
    let log: @Sendable ([Reason]) -> Void

    package init(
        _ reasons: [Reason] = [],
        log: @escaping @Sendable ([Reason]) -> Void
    ) {
        self.reasons = reasons
        self.log = log
    }
}

/// A decision that is made again while the work executes, apart from those of the gate.
final class Redecision: Sendable {
    private let decision = Locked<Undecided?>(nil)

    func begin(_ decision: Undecided) { self.decision.withLock { $0 = decision } }

    /// - Returns: Whether the condition decides: not once its time is up, when it is cancelled.
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

/// A condition that logs what it decides.
package protocol DecidingCondition: Condition {
    /// Logs that there is no answer, since it is not even evaluated.
    func logUndetermined(_ reasons: [Reason], in context: ConditionContext)
}
