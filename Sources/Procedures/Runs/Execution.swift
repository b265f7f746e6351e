/// One procedure of a run, from its conditions to its end.
struct Execution: Sendable {
    let identity: ProcedureIdentity
    let steps: RunSteps
    let input: any Sendable
    let timer: DeadlineTimer

    /// Waits for a slot, then for the conditions, then for the work.
    ///
    /// The slot comes first, so that what the conditions found is fresh when the work starts.
    func run(_ request: Slots.Request, of slots: Slots) async -> Outcome<any Sendable> {
        guard await slots.wait(for: request) else { return finished(.cancelled) }
        let slot = HeldSlot(of: slots)
        defer { slot.end() }
        return await HeldSlot.$current.withValue(slot) { finished(await outcome()) }
    }

    /// Ends the procedure without running it.
    func finished(_ outcome: Outcome<any Sendable>) -> Outcome<any Sendable> {
        guard !steps.observers.isEmpty else { return outcome }
        switch outcome {
        case .cancelled: for observer in steps.observers { observer.didCancel(identity) }
        case .refused(let refusal):
            for observer in steps.observers { observer.didRefuse(identity, refusal) }
        case .succeeded, .failed, .skipped: break
        }
        let summary = outcome.summary
        for observer in steps.observers { observer.didFinish(identity, summary) }
        return outcome
    }

    private func outcome() async -> Outcome<any Sendable> {
        let findings = await findings()
        guard !Task.isCancelled else { return .cancelled }
        if let closed = Refusal.outcome(of: identity.name, .conditions, findings) { return closed }
        for observer in steps.observers { observer.willExecute(identity) }
        let outcome = await Outcome { try await steps.work(input) }
        for observer in steps.observers { observer.didExecute(identity) }
        return outcome
    }

    private func findings() async -> [Refusal.Finding] {
        let context = ConditionContext(procedure: identity.name)
        var findings: [Refusal.Finding] = []
        for guarding in steps.conditions where !Task.isCancelled {
            let result = await guarding.evaluate(in: context, on: timer)
            findings.append(Refusal.Finding(guarding.condition.name, result))
        }
        return findings
    }
}

extension Refusal {
    /// How a procedure ends by what was found; nil where nothing keeps it from going on.
    static func outcome(
        of procedure: String,
        _ phase: Phase,
        _ findings: [Finding]
    ) -> Outcome<any Sendable>? {
        guard !findings.isEmpty else { return nil }
        let refusal = Refusal(procedure: procedure, phase: phase, findings: findings)
        switch ConditionResult.allOf(findings.map(\.result)) {
        case .satisfied: return nil
        case .skipped: return .skipped(refusal)
        case .refused, .undetermined: return .refused(refusal)
        }
    }
}
