/// One procedure of a run, from its conditions to its end.
///
/// A worker carries it out from top to bottom. Where a condition ignores that its time is up, the worker
/// is left behind with it, and another concludes: `shift` tells whose word counts.
final class Execution: Sendable {
    /// The procedure whose conditions or work this task carries out.
    @TaskLocal static var current: Execution?

    /// By which it knows its run. All that run at once would otherwise count their references to the run,
    /// and processors that count at once hold one another up.
    private let starter: Worker
    let turn: RunState.Turn
    let state: Locked<ExecutionState>

    var run: Run { starter.run }
    var core: QueueCore { starter.core }
    var index: Int { turn.index }
    var identity: ProcedureIdentity { turn.identity }
    var steps: Steps { turn.steps }

    var limits: Deadlines {
        !steps.hasOptions ? core.deadlines : steps.deadlines(from: core.deadlines)
    }

    /// - Parameter worker: Has a slot, which is the procedure's from now on. For a procedure that ends
    ///   without having started there is none, and nobody looks.
    init(_ turn: consuming RunState.Turn, on worker: Worker) {
        self.turn = turn
        starter = worker
        state = Locked(ExecutionState(worker: worker))
    }

    var phase: Phase { state.withLock { $0.phase } }

    /// The procedure inside which this one runs.
    var enclosing: Execution? { run.producer(of: self) ?? run.parent }

    /// Carries the procedure out, to its end or until another worker takes over.
    ///
    /// - Returns: What the worker is to carry out next, if anything.
    @concurrent func perform(on worker: Worker) async -> Execution? {
        if let closed = turn.closed { return await finish(closed, on: worker) }
        let outcome = await Self.$current.withValue(self) {
            steps.hasOptions ? await attempts(concluding: false) : await attempt()
        }
        guard let outcome else { return nil }
        return await finish(outcome, on: worker)
    }

    /// Goes on where a worker was left behind: the gate is closed, and the rest is for the report.
    ///
    /// - Returns: What the worker is to carry out next, if anything.
    @concurrent func conclude(on worker: Worker) async -> Execution? {
        state.withLock { $0.worker = worker }
        let outcome = await Self.$current.withValue(self) {
            steps.hasOptions ? await attempts(concluding: true) : await conclude()
        }
        guard let outcome else { return nil }
        return await finish(outcome, on: worker)
    }

    /// Ends a procedure that never started.
    func endUnstarted() {
        guard let closed = turn.closed else { return }
        let outcome = transformed(closed)
        tellEnd(of: outcome)
        _ = run.end(self, outcome, next: nil)
    }

    // MARK: Attempts

    /// Nil where another took over.
    ///
    /// Not inlined, since most procedures have no options and need none of its stack.
    @inline(never) private func attempts(concluding: Bool) async -> ErasedOutcome? {
        let attempts = steps.options.attempts
        let now = core.now
        let start = state.withLock { state in
            let start = state.rest.firstAttempt ?? now
            state.rest.firstAttempt = start
            return start
        }
        var outcome = concluding ? await conclude() : await attempt()
        while let last = outcome {
            let elapsed = core.now.since(start)
            let pause = state.withLock { state -> Duration? in
                guard state.cancellation == nil, !state.isOverdue else { return nil }
                return attempts.pause(after: last, &state.rest.count, elapsed: elapsed)
            }
            guard let pause else { return last }
            releaseExclusions()
            guard await rest(for: pause) else { return cancelled() ?? last }
            await beginAgain()
            outcome = await attempt()
        }
        return outcome
    }

    /// In a slot, also where the last attempt went on without one since its time was up.
    private func beginAgain() async {
        let hasSlot = state.withLock { state in
            state.look = ConditionPass()
            state.phase = .dependencies
            state.isPhaseOverdue = false
            return state.slot.isHeld
        }
        if !hasSlot { await withoutSlot {} }
    }

    private func attempt() async -> ErasedOutcome? {
        if steps.conditions.isEmpty {
            if let overdue = overdueOutcome() { return overdue }
        } else {
            switch await gate() {
            case .leftBehind: return nil
            case .closed(let outcome): return outcome
            case .open: break
            }
        }
        return await execute()
    }

    private func conclude() async -> ErasedOutcome? {
        switch await lookAtRest() {
        case .leftBehind: return nil
        case .closed(let outcome): return outcome
        case .open:
            // A condition that gave no answer never opens a gate.
            return .refused(Refusal(procedure: identity.name, phase: .conditions, findings: []))
        }
    }

    @inline(__always) private func gate() async -> Gate {
        var scopes = ScopesToEnter()
        for index in steps.conditions.indices {
            let condition = steps.conditions[index]
            if let closed = produceRemedies(of: condition, index) { return .closed(closed) }
            scopes.add(condition.exclusions, core)
        }
        let first = await lookAtRest()
        guard case .open = first, !scopes.isEmpty else { return first }
        switch await enter(scopes) {
        case .granted(afterWaiting: false): return .open
        case .granted(afterWaiting: true): return await lookAgain()
        case .closed(let outcome): return .closed(outcome)
        }
    }

    /// The outcome of a procedure that was cancelled; nil where it was not.
    func cancelled() -> ErasedOutcome? {
        state.withLock { $0.cancellation }
            .map { .cancelled(Cancellation(procedure: identity.name, $0)) }
    }
}
