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

// A condition that was left behind has no say any more.
extension Execution {
    func begin(_ decision: Undecided, _ shift: Int) {
        state.withLock { state in
            if state.shift == shift { state.rest.undecided = decision }
        }
    }

    func note(_ reasons: [Reason], _ shift: Int) {
        state.withLock { state in
            guard state.shift == shift else { return }
            var decision = state.rest.undecided ?? Undecided { _ in }
            if decision.reasons.isEmpty { decision.reasons = reasons }
            state.rest.undecided = decision
        }
    }

    /// - Returns: Whether the condition decides.
    func endDeciding(_ shift: Int) -> Bool {
        state.withLock { state in
            guard state.shift == shift else { return false }
            if state.hasRest { state.rest.undecided = nil }
            return true
        }
    }
}
