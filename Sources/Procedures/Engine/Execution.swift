import Synchronization
import Text

/// One procedure of a run, from its conditions to its end.
///
/// A worker carries it out from start to end. If a condition ignores its deadline, that worker is abandoned with it and
/// another one concludes the procedure. `shift` identifies the worker that is in charge.
final class Execution: Sendable {
    /// The procedure whose conditions or work this task carries out.
    @TaskLocal static var current: Execution?

    /// Holds the reference to the run. If all executions referred to the run itself, processors that count its
    /// references at the same time would slow one another down.
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

    /// - Parameter worker: A worker with a slot, which belongs to the procedure from now on. A procedure that ends
    ///   without having started has no slot, and none of its code checks for one.
    init(_ turn: consuming RunState.Turn, on worker: Worker) {
        self.turn = turn
        starter = worker
        state = Locked(ExecutionState(worker: worker))
    }

    var phase: Phase { state.withLock { $0.phase } }

    /// Nil if no body is watched.
    var hold: ThreadHold? {
        core.bodies == nil ? nil : state.withLock { $0.worker }?.hold
    }

    /// The body that runs now, if it is watched, and its priority.
    var body: (hold: ThreadHold, priority: TaskPriority)? {
        let worker = state.withLock { state in
            state.phase == .execution && !state.isInsideOver ? state.worker : nil
        }
        guard let worker, let hold = worker.hold else { return nil }
        return (hold, worker.priority)
    }

    /// Nil if the queue has no logger.
    var log: ExecutionLog? {
        guard let logger = core.logger else { return nil }
        return ExecutionLog(logger, identity)
    }

    var conditions: ConditionLooks { ConditionLooks(execution: self) }
    var exclusion: ExclusionEntry { ExclusionEntry(execution: self) }
    var inside: InsideWork { InsideWork(execution: self) }

    /// The procedure inside which this one runs.
    var enclosing: Execution? { run.producer(of: self) ?? run.parent }

    /// Carries the procedure out until it ends, until it waits, or until another worker takes over.
    ///
    /// - Returns: The worker's next assignment, if any.
    @concurrent func perform(on worker: Worker) async -> Worker.Assignment? {
        if let closed = turn.closed { return await finish(closed, on: worker) }
        let attempted = await Self.$current.withValue(self) {
            if isObserved {
                return await attemptsSurrounded(by: turn.observers[...], goingOn: false)
            }
            return steps.hasOptions ? await attempts(goingOn: false) : await attempt()
        }
        return await next(after: attempted, on: worker)
    }

    /// Continues a procedure whose worker was abandoned, or one that waited without a worker.
    ///
    /// - Returns: The worker's next assignment, if any.
    @concurrent func goOn(on worker: Worker) async -> Worker.Assignment? {
        let urgency = state.withLock { state in
            state.worker = worker
            return state.hasRest ? state.rest.urgency : nil
        }
        if let urgency { worker.escalate(to: urgency) }
        let attempted = await Self.$current.withValue(self) {
            if isObserved {
                return await attemptsSurrounded(by: turn.observers[...], goingOn: true)
            }
            return steps.hasOptions ? await attempts(goingOn: true) : await goOnAttempt()
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

    // MARK: Attempts

    /// The state in which a worker leaves a procedure.
    private enum Attempted {
        case ended(ErasedOutcome)
        case leftBehind
        case parked(hadSlot: Bool)

        /// - Returns: nil if the gate is open and the procedure continues.
        init?(_ gate: Gate) {
            switch gate {
            case .open: return nil
            case .closed(let outcome): self = .ended(outcome)
            case .leftBehind: self = .leftBehind
            case .parked(let hadSlot): self = .parked(hadSlot: hadSlot)
            }
        }
    }

    /// Attempts inside what the observers surround it with, the first of them outermost.
    @inline(never) private func attemptsSurrounded(
        by observers: ArraySlice<any Observer>,
        goingOn: Bool
    ) async -> Attempted {
        guard let observer = observers.last else {
            if steps.hasOptions { return await attempts(goingOn: goingOn) }
            return goingOn ? await goOnAttempt() : await attempt()
        }
        let rest = observers.dropLast()
        return await observer.surround(
            identity,
            ObservedAttempt { [self] in await attemptsSurrounded(by: rest, goingOn: goingOn) }
        )
    }

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
            var count = state.withLock { $0.rest.count }
            // Outside the lock, since it calls the user's closures.
            guard let pause = attempts.pause(after: last, &count, elapsed: elapsed) else {
                return attempted
            }
            let goesOn = state.withLock { [count] state in
                state.rest.count = count
                return state.cancellation == nil && !state.isOverdue
            }
            guard goesOn else { return attempted }
            exclusion.release()
            guard await rest(for: pause) else { return .ended(cancelled() ?? last) }
            await beginAgain()
            attempted = await attempt()
        }
        return attempted
    }

    /// Takes a slot again if the last attempt continued without one because its deadline passed.
    private func beginAgain() async {
        forgetAttempt()
        let hasSlot = state.withLock { state in
            state.look = ConditionPass()
            state.phase = .dependencies
            state.isPhaseOverdue = false
            return state.slot.isHeld
        }
        if !hasSlot { await withoutSlot {} }
    }

    private func attempt() async -> Attempted {
        if isObserved { tell { $0.willAttempt($1) } }
        if steps.conditions.isEmpty {
            if let overdue = overdueOutcome() { return .ended(overdue) }
        } else if let attempted = Attempted(await gate()) {
            return attempted
        }
        return .ended(await WorkCall(execution: self).execute())
    }

    private func goOnAttempt() async -> Attempted {
        if isObserved { conditions.tellOfLate() }
        if let attempted = Attempted(await gateAgain()) { return attempted }
        return .ended(await WorkCall(execution: self).execute())
    }

    /// Waits before the next attempt.
    ///
    /// - Returns: True if there is a next attempt.
    private func rest(for pause: Duration) async -> Bool {
        if pause > .zero {
            let answer = FirstAnswer<Void>()
            let ticket = core.timer.schedule(after: pause) { answer.settle(()) }
            await wait(in: .dependencies, for: .seconds(Int64.max), until: answer)
            core.timer.withdraw(ticket)
        }
        return state.withLock { $0.cancellation == nil && !$0.isOverdue }
    }

    /// Releases everything that conditions kept for the attempt, before any observer learns of its end.
    private func forgetAttempt() {
        let (_, forgetting) = state.withLock { state -> (ErasedWork?, [@Sendable () -> Void]) in
            guard state.hasRest else { return (nil, []) }
            defer { state.rest.forgetting = [] }
            return (state.rest.admitted.take(), state.rest.forgetting)
        }
        for forget in forgetting { forget() }
    }

    // MARK: The gate

    @inline(__always) private func gate() async -> Gate {
        let conditions = conditions
        var scopes = ScopesToEnter()
        for index in steps.conditions.indices {
            let condition = steps.conditions[index]
            if let closed = conditions.remedies.produce(for: condition, index) {
                return .closed(closed)
            }
            scopes.add(condition.exclusions, orIn: core.exclusion)
        }
        let looksAgain = !scopes.isEmpty && steps.conditions.contains { $0.looksAgain }
        if looksAgain { scopes.beginLooking() }
        let looked = await conditions.lookAtRest()
        guard case .open = looked, !scopes.isEmpty else { return looked }
        let entered = exclusion.enter(scopes.inOrder[...])
        guard case .open = entered, looksAgain, scopes.othersMayHaveLeft else { return entered }
        return await conditions.lookAgain()
    }

    /// The gate after a worker was abandoned, or after the procedure waited to be alone.
    private func gateAgain() async -> Gate {
        if let entered = exclusion.goOn() {
            guard case .open = entered else { return entered }
            return await conditions.lookAgain()
        }
        let looked = await conditions.lookAtRest()
        guard case .open = looked else { return looked }
        // A condition that gave no answer never opens a gate.
        return .closed(
            .refused(Refusal(procedure: identity.name, phase: .conditions, findings: []))
        )
    }

    // MARK: Waiting

    /// Waits without a slot until `answer` is settled. The awaited event settles it, or the deadline of the phase, the
    /// overall deadline, or a cancellation.
    func wait(in phase: Phase, for limit: Duration, until answer: FirstAnswer<Void>) async {
        let deadline = min(Nanoseconds(clamping: limit).after(core.now), turn.overall)
        let mayWait = state.withLock { state in
            state.isPhaseOverdue = limit <= .zero
            guard state.cancellation == nil, !state.isOverdue, limit > .zero else { return false }
            state.phase = phase
            state.deadline = deadline
            state.interrupt = { answer.settle(()) }
            return true
        }
        guard mayWait else { return }
        core.note(deadline)
        await withoutSlot { await answer.value() }
        state.withLock { state in
            state.interrupt = nil
            state.deadline = .never
        }
    }

    /// Waits without a slot.
    func withoutSlot<Value>(_ wait: () async -> Value) async -> Value {
        let loan = SlotLoan(of: self)
        let value = await wait()
        await loan.reclaim()
        return value
    }

    // MARK: Cancelling

    /// Returns the outcome of a cancelled procedure, or nil if it was not cancelled.
    func cancelled() -> ErasedOutcome? {
        state.withLock { $0.cancellation }
            .map { .cancelled(Cancellation(procedure: identity.name, $0)) }
    }

    /// Cancels the procedure. The procedures that it has produced are cancelled separately.
    func cancel(_ cause: Cancellation.Cause) {
        typealias Ended = (worker: Worker?, interrupt: (@Sendable () -> Void)?, isLeft: Bool)
        let nested = state.withLock { $0.hasRest ? Array($0.rest.nested.values) : [] }
        let ended = state.withLock { state -> Ended in
            guard state.cancellation == nil, !state.slot.isOver else { return (nil, nil, false) }
            state.cancellation = cause
            if state.look.isLooking { return (leaveBehind(&state), nil, true) }
            guard state.phase == .execution else { return (nil, state.interrupt, false) }
            // Inside the lock, since the work may end as soon as it is released, and another procedure begin.
            state.worker?.retire()
            return (state.worker, state.interrupt, false)
        }
        ended.worker?.cancel()
        ended.interrupt?()
        for run in nested { run.cancel(.producer(identity.name)) }
        if ended.isLeft { run.conclude(self) }
    }

    /// Cancels the procedure and all that it has produced.
    func cancelWithChildren(_ cause: Cancellation.Cause) {
        cancel(cause)
        run.cancelChildren(of: self, .producer(identity.name))
    }

    func escalate(to priority: TaskPriority) {
        let worker = state.withLock { state in
            if state.worker == nil {
                state.rest.urgency = max(state.rest.urgency ?? priority, priority)
            }
            return state.worker
        }
        worker?.escalate(to: priority)
    }

    /// Abandons the worker with a condition that continues to run.
    private func leaveBehind(_ state: inout ExecutionState) -> Worker? {
        core.countAbandoned(1)
        return state.leaveWorkerBehind()
    }

    // MARK: Deadlines

    private enum Expiry {
        case nothing
        case left(Worker?, Undecided?, [Reason])
        case interrupted(@Sendable () -> Void)
        case cancelled(Cancellation.Cause)
    }

    /// Ends everything whose deadline has passed.
    ///
    /// - Returns: The next deadline.
    func expire(at now: Nanoseconds) -> Nanoseconds {
        let (expiry, next) = state.withLock { state -> (Expiry, Nanoseconds) in
            if state.look.isLooking, state.deadline == .never {
                state.deadline = conditions.nanoseconds(for: state.look.next).after(now)
            }
            let overall = state.isEnding ? .never : turn.overall
            guard min(state.deadline, overall) <= now else {
                return (.nothing, min(state.deadline, overall))
            }
            return (expire(&state, isOverall: overall <= now), .never)
        }
        switch expiry {
        case .nothing: break
        case .left(let worker, let decision, let reasons):
            worker?.cancel()
            decision?.log(reasons)
            log?.abandoned()
            run.conclude(self)
        case .interrupted(let interrupt): interrupt()
        case .cancelled(let cause):
            log?.overrun(cause)
            cancelWithChildren(cause)
        }
        return next
    }

    private func expire(_ state: inout ExecutionState, isOverall: Bool) -> Expiry {
        state.deadline = .never
        if state.phase == .execution {
            let limits = limits
            state.isOverrunning = true
            core.overrunning.wrappingAdd(1, ordering: .relaxed)
            return .cancelled(
                isOverall
                    ? .overallDeadline(limits.overall ?? .zero)
                    : .executionDeadline(limits.execution ?? .zero)
            )
        }
        if isOverall { state.isOverdue = true } else { state.isPhaseOverdue = true }
        if state.look.isLooking {
            let late = conditions.unanswered(state.look.next, in: state.phase, isOverall: isOverall)
            let decision = state.hasRest ? state.rest.undecided.take() : nil
            let reasons = (decision?.reasons ?? []) + late.reasons
            let index = state.look.next
            state.look.settle(.undetermined(reasons), in: state.phase)
            if isObserved { state.rest.late = (index, .undetermined(reasons)) }
            return .left(leaveBehind(&state), decision, reasons)
        }
        return state.interrupt.map { .interrupted($0) } ?? .nothing
    }

    var overdueFinding: Refusal.Finding {
        let limit = (limits.overall ?? .zero).inWords
        let message = "did not start its work within its overall deadline of \(limit)"
        return Refusal.Finding(
            identity.name,
            .undetermined([Reason(.deadlinePassed, identity.name, message)])
        )
    }

    /// Returns the outcome of a procedure whose overall deadline passed before it began.
    private func overdueOutcome() -> ErasedOutcome? {
        guard turn.overall != .never, turn.overall <= core.now else { return nil }
        return refusedAsOverdue(in: .dependencies)
    }

    func refusedAsOverdue(in phase: Phase) -> ErasedOutcome {
        .refused(Refusal(procedure: identity.name, phase: phase, findings: [overdueFinding]))
    }

    // MARK: Ending

    /// - Returns: The worker's next assignment, if any.
    @inline(__always)
    private func finish(_ outcome: ErasedOutcome, on worker: Worker) async -> Worker.Assignment? {
        let outcome = transformed(outcome)
        let (isHeld, hasRest) = state.withLock { state in
            state.deadline = .never
            state.slot.isOver = true
            defer { state.slot.isHeld = false }
            return (state.slot.isHeld, state.hasRest)
        }
        if hasRest { await leave(with: outcome) } else { tellEnd(of: outcome) }
        return worker.end(self, outcome, hasSlot: isHeld, isAnnounced: hasRest)
    }

    /// Ends a procedure that never started.
    func endUnstarted() {
        guard let closed = turn.closed else { return }
        let outcome = transformed(closed)
        tellEnd(of: outcome)
        _ = run.end(self, outcome, isAnnounced: false, next: nil)
    }

    private func transformed(_ outcome: ErasedOutcome) -> ErasedOutcome {
        guard steps.hasOptions else { return outcome }
        return steps.options.transforms.reduce(outcome) { $1($0) }
    }

    /// Must run before any waiter continues, including the enclosing procedure, which must release its exclusion last.
    @inline(never) private func leave(with outcome: ErasedOutcome) async {
        await inside.tellInTurn { [self] in tellEnd(of: outcome) }
        forgetAttempt()
        run.announceEnd()
        exclusion.release()
    }

    private func tellEnd(of outcome: ErasedOutcome) {
        log?.ended(outcome)
        guard isObserved else { return }
        switch outcome {
        case .cancelled(let cancellation): tell { $0.didCancel($1, cancellation) }
        case .refused(let refusal): tell { $0.didRefuse($1, refusal) }
        case .succeeded, .failed, .skipped: break
        }
        let summary = outcome.summary
        tell { $0.willFinish($1, summary) }
        tell { $0.didFinish($1, summary) }
    }

    // MARK: Observers

    var isObserved: Bool { !turn.observers.isEmpty }

    /// Notifies all observers, the procedure's own before the queue's.
    func tell(_ event: (any Observer, ProcedureIdentity) -> Void) {
        for observer in turn.observers { event(observer, identity) }
    }
}

/// The state of a procedure's gate.
enum Gate {
    case open
    case closed(ErasedOutcome)
    /// Another worker continues the procedure.
    case leftBehind
    /// The procedure waits without a slot and without a worker.
    case parked(hadSlot: Bool)
}
