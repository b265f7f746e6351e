import Synchronization

// What is said where there is no answer in time.
extension Execution {
    /// The answer of a condition that is not even looked at, and in which phase it came to that; nil for
    /// the others.
    func knownAnswer(
        _ index: Int,
        _ limit: Nanoseconds,
        _ state: borrowing ExecutionState
    ) -> (result: ConditionResult, phase: Phase)? {
        if core.hasTooManyAbandoned {
            return (tooManyAbandoned(index), .conditions)
        }
        if state.hasRest, let unmet = unmetRequirement(of: index, state.rest.produced[index] ?? [])
        {
            return (unmet, .remedies)
        }
        return limit.count > 0 ? nil : (noAnswer(index, self.limit(of: index)), .conditions)
    }

    /// A condition has returned on which its procedure had given up.
    func countReturned() { core.countAbandoned(-1) }

    func noAnswer(_ index: Int, _ limit: Duration) -> ConditionResult {
        noAnswer(index, "gave no answer within \(limit.inWords)")
    }

    func noAnswerInTime(_ index: Int) -> ConditionResult {
        noAnswer(index, "gave no answer before the procedure's time was up in all")
    }

    private func noAnswer(_ index: Int, _ message: String) -> ConditionResult {
        let name = steps.conditions[index].name
        return .undetermined([Reason("deadline-passed", name, message)])
    }

    private func tooManyAbandoned(_ index: Int) -> ConditionResult {
        let message = """
            is not looked at: \(Patience.abandonedLimit) conditions that ignored their deadlines still run
            """
        return .undetermined([
            Reason("too-many-abandoned", steps.conditions[index].name, message)
        ])
    }

    var overdueFinding: Refusal.Finding {
        let limit = (limits.overall ?? .zero).inWords
        let message = "did not start its work within the \(limit) that it may take in all"
        return Refusal.Finding(
            identity.name,
            .undetermined([Reason("deadline-passed", identity.name, message)])
        )
    }

    /// How a procedure ends whose time for everything is up before anything began.
    func overdueOutcome() -> ErasedOutcome? {
        guard turn.overall != .never, turn.overall <= core.now else { return nil }
        return refusedAsOverdue(in: .dependencies)
    }

    func refusedAsOverdue(in phase: Phase) -> ErasedOutcome {
        .refused(Refusal(procedure: identity.name, phase: phase, findings: [overdueFinding]))
    }
}
