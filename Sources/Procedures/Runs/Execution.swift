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

    /// Carries the procedure out, to its end or until it waits or another worker takes over.
    ///
    /// - Returns: What the worker is to carry out next, if anything.
    @concurrent func perform(on worker: Worker) async -> Worker.Assignment? {
        if let closed = turn.closed { return await finish(closed, on: worker) }
        let attempted = await Self.$current.withValue(self) {
            steps.hasOptions ? await attempts(goingOn: false) : await attempt()
        }
        return await next(after: attempted, on: worker)
    }

    /// Goes on where a worker was left behind, or with what waited in none.
    ///
    /// - Returns: What the worker is to carry out next, if anything.
    @concurrent func goOn(on worker: Worker) async -> Worker.Assignment? {
        let urgency = state.withLock { state in
            state.worker = worker
            return state.hasRest ? state.rest.urgency : nil
        }
        if let urgency { worker.escalate(to: urgency) }
        let attempted = await Self.$current.withValue(self) {
            steps.hasOptions ? await attempts(goingOn: true) : await goOnAttempt()
        }
        return await next(after: attempted, on: worker)
    }

    @inline(__always)
    private func next(after attempted: Attempted, on worker: Worker) async -> Worker.Assignment? {
        switch attempted {
        case .ended(let outcome): await finish(outcome, on: worker)
        case .parked(let hadSlot): hadSlot ? worker.next() : nil
        case .leftBehind: nil
        }
    }

    /// Ends a procedure that never started.
    func endUnstarted() {
        guard let closed = turn.closed else { return }
        let outcome = transformed(closed)
        tellEnd(of: outcome)
        _ = run.end(self, outcome, isAnnounced: false, next: nil)
    }

    // MARK: Attempts

    /// Not inlined, since most procedures have no options and need none of its stack.
    @inline(never) private func attempts(goingOn: Bool) async -> Attempted {
        let attempts = steps.options.attempts
        let now = core.now
        let start = state.withLock { state in
            let start = state.rest.firstAttempt ?? now
            state.rest.firstAttempt = start
            return start
        }
        var attempted = goingOn ? await goOnAttempt() : await attempt()
        while case .ended(let last) = attempted {
            let elapsed = core.now.since(start)
            let pause = state.withLock { state -> Duration? in
                guard state.cancellation == nil, !state.isOverdue else { return nil }
                return attempts.pause(after: last, &state.rest.count, elapsed: elapsed)
            }
            guard let pause else { return attempted }
            releaseExclusions()
            guard await rest(for: pause) else { return .ended(cancelled() ?? last) }
            await beginAgain()
            attempted = await attempt()
        }
        return attempted
    }

    /// In a slot, also where the last attempt went on without one since its time was up.
    private func beginAgain() async {
        dropPermits()
        let hasSlot = state.withLock { state in
            state.look = ConditionPass()
            state.phase = .dependencies
            state.isPhaseOverdue = false
            return state.slot.isHeld
        }
        if !hasSlot { await withoutSlot {} }
    }

    private func attempt() async -> Attempted {
        if steps.conditions.isEmpty {
            if let overdue = overdueOutcome() { return .ended(overdue) }
        } else if let attempted = await gate().attempted {
            return attempted
        }
        return .ended(await execute())
    }

    private func goOnAttempt() async -> Attempted {
        if let attempted = await gateAgain().attempted { return attempted }
        return .ended(await execute())
    }

    /// The gate where a worker was left behind, or after the procedure waited to be alone.
    private func gateAgain() async -> Gate {
        if let entered = goOnEntering() {
            guard case .open = entered else { return entered }
            return await lookAgain()
        }
        let looked = await lookAtRest()
        guard case .open = looked else { return looked }
        // A condition that gave no answer never opens a gate.
        return .closed(
            .refused(Refusal(procedure: identity.name, phase: .conditions, findings: []))
        )
    }

    @inline(__always) private func gate() async -> Gate {
        var scopes = ScopesToEnter()
        for index in steps.conditions.indices {
            let condition = steps.conditions[index]
            if let closed = produceRemedies(of: condition, index) { return .closed(closed) }
            scopes.add(condition.exclusions, core)
        }
        let looksAgain = !scopes.isEmpty && steps.conditions.contains { $0.looksAgain }
        if looksAgain { scopes.beginLooking() }
        let looked = await lookAtRest()
        guard case .open = looked, !scopes.isEmpty else { return looked }
        let entered = enter(scopes.inOrder[...])
        guard case .open = entered, looksAgain, scopes.othersMayHaveLeft else { return entered }
        return await lookAgain()
    }

    /// The outcome of a procedure that was cancelled; nil where it was not.
    func cancelled() -> ErasedOutcome? {
        state.withLock { $0.cancellation }
            .map { .cancelled(Cancellation(procedure: identity.name, $0)) }
    }
}
