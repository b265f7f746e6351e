/// How far a procedure is with its conditions.
struct ConditionPass: Sendable {
    /// Of the conditions from `firstClosed` on that were looked at.
    private var later: [ConditionResult] = []
    /// The first that was not satisfied, or the next where all were: nothing is kept for those.
    private var firstClosed = 0
    /// The condition that is next, or that is being looked at.
    var next = 0
    var isLooking = false
    /// How far the procedure was when the first condition said no, or gave no answer.
    var closedIn: Phase?
    /// Whether this is the second look, after a wait for exclusion, at those that want one.
    var isAgain = false
    /// Up to which condition nothing that was produced need be waited for any more.
    var awaited = 0

    /// Whether everything so far allows the procedure to start.
    var isOpen: Bool { later.isEmpty }

    /// Of all conditions that were looked at, in the order written.
    var results: [ConditionResult] {
        Array(repeating: .satisfied, count: firstClosed) + later
    }

    /// Notes the answer of the condition that is next, which it came to in a phase.
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

    /// Of the second look only what closes the gate is new.
    private mutating func settleAgain(_ result: ConditionResult) {
        var results = results
        guard next < results.count, result != results[next] else { return }
        results[next] = result
        firstClosed = results.firstIndex { $0 != .satisfied } ?? results.count
        later = Array(results[firstClosed...])
    }
}
