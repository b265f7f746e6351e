/// The progress of a procedure through its conditions.
struct ConditionPass: Sendable {
    /// The results of the evaluated conditions from `firstClosed` on.
    private var later: [ConditionResult] = []
    /// The first condition that was not satisfied, or `next` if all were. No result is stored for those before it.
    private var firstClosed = 0
    /// The next condition, or the one under evaluation.
    var next = 0
    var isLooking = false
    /// The phase in which the first condition was not satisfied.
    var closedIn: Phase?
    /// True if this is the second pass, after a wait for exclusion, over the conditions with `looksAgain`.
    var isAgain = false
    /// The products of all conditions before this index need no further wait.
    var awaited = 0

    /// True if all results so far allow the procedure to start.
    var isOpen: Bool { later.isEmpty }

    /// The results of all evaluated conditions, in the order written.
    var results: [ConditionResult] {
        Array(repeating: .satisfied, count: firstClosed) + later
    }

    /// Records the result of the next condition, with the phase that produced it.
    mutating func settle(_ result: ConditionResult, in phase: Phase = .conditions) {
        defer {
            next += 1
            isLooking = false
        }
        if case .satisfied = result {} else { closedIn = closedIn ?? phase }
        if isAgain { return settleAgain(result) }
        if later.isEmpty, case .satisfied = result {
            firstClosed += 1
        } else {
            later.append(result)
        }
    }

    /// Records a result of the second pass. Only a result that closes the gate is new.
    private mutating func settleAgain(_ result: ConditionResult) {
        var results = results
        guard next < results.count, result != results[next] else { return }
        results[next] = result
        firstClosed = results.firstIndex { $0 != .satisfied } ?? results.count
        later = Array(results[firstClosed...])
    }
}
