/// One procedure of a run, from its conditions to its end.
///
/// A worker carries it out from top to bottom. Where a condition ignores that its time is up, the worker
/// is left behind with it, and another concludes: `shift` tells whose word counts.
final class Execution: Sendable {
    /// The procedure whose conditions or work this task carries out.
    @TaskLocal static var current: Execution?

    /// What a worker is left with.
    enum End { case withSlot, withoutSlot, abandoned }

    let run: Run
    let turn: RunState.Turn
    let state: Locked<ExecutionState>

    var index: Int { turn.index }
    var identity: ProcedureIdentity { turn.identity }
    var steps: RunSteps { turn.steps }
    var core: QueueCore { run.core }

    var limits: Deadlines {
        steps.options == nil ? core.deadlines : steps.deadlines(from: core.deadlines)
    }

    /// - Parameter worker: Has a slot, which is the procedure's from now on; nil for a procedure that ends
    ///   without having started.
    init(_ turn: RunState.Turn, in run: Run, on worker: Worker?) {
        self.turn = turn
        self.run = run
        state = Locked(ExecutionState(worker: worker))
    }

    var phase: Phase { state.withLock { $0.phase } }

    /// The procedure inside which this one runs.
    var enclosing: Execution? { run.producer(of: self) ?? run.parent }

    /// Carries the procedure out, to its end or until another takes over.
    func perform() async -> End {
        if let closed = turn.closed { return await finish(closed) }
        let outcome = await Self.$current.withValue(self) {
            await attempts { await self.attempt() }
        }
        guard let outcome else { return .abandoned }
        return await finish(outcome)
    }

    /// Goes on where a worker was left behind: the gate is closed, and the rest is for the report.
    func conclude(on worker: Worker) async -> End {
        state.withLock { $0.worker = worker }
        let outcome = await Self.$current.withValue(self) {
            await attempts { await self.conclude() }
        }
        guard let outcome else { return .abandoned }
        return await finish(outcome)
    }

    /// Ends a procedure that never started.
    func endUnstarted() {
        guard let closed = turn.closed else { return }
        let outcome = transformed(closed)
        tellEnd(of: outcome)
        run.end(self, outcome)
    }

    // MARK: Attempts

    /// Nil where another took over.
    private func attempts(
        _ first: () async -> Outcome<any Sendable>?
    ) async -> Outcome<any Sendable>? {
        guard let attempts = steps.options?.attempts else { return await first() }
        let now = core.timer.now
        let start = state.withLock { state in
            let start = state.rest.firstAttempt ?? now
            state.rest.firstAttempt = start
            return start
        }
        var outcome = await first()
        while let last = outcome {
            let elapsed = core.timer.now.since(start)
            let pause = state.withLock { state -> Duration? in
                guard state.cancellation == nil, !state.isOverdue else { return nil }
                return attempts.pause(after: last, &state.rest.count, elapsed: elapsed)
            }
            guard let pause else { return last }
            releaseExclusions()
            guard await rest(for: pause) else { return cancelled() ?? last }
            outcome = await attempt()
        }
        return outcome
    }

    private func attempt() async -> Outcome<any Sendable>? {
        if steps.conditions.isEmpty {
            if let overdue = overdueOutcome() { return overdue }
            return await execute()
        }
        switch await gate() {
        case .leftBehind: return nil
        case .closed(let outcome): return outcome
        case .open: return await execute()
        }
    }

    private func conclude() async -> Outcome<any Sendable>? {
        switch await lookAtRest() {
        case .leftBehind: return nil
        case .closed(let outcome): return outcome
        case .open:
            // A condition that gave no answer never opens a gate.
            return .refused(Refusal(procedure: identity.name, phase: .conditions, findings: []))
        }
    }

    private func gate() async -> Gate {
        state.withLock { state in
            if state.look.next > 0 { state.look = ConditionPass() }
        }
        if let closed = produceRemedies() { return .closed(closed) }
        let first = await lookAtRest()
        guard case .open = first else { return first }
        switch await exclude() {
        case .granted(afterWaiting: false): return .open
        case .granted(afterWaiting: true): return await lookAgain()
        case .closed(let outcome): return .closed(outcome)
        }
    }

    /// The outcome of a procedure that was cancelled; nil where it was not.
    func cancelled() -> Outcome<any Sendable>? {
        state.withLock { $0.cancellation }
            .map { .cancelled(Cancellation(procedure: identity.name, $0)) }
    }
}
