import Synchronization

// How a procedure waits, and what ends its waits and its work: what it waits for, deadlines, and being
// cancelled.
extension Execution {
    /// Waits in no slot until `answer` is settled: by what it waits for, when the time for the phase or
    /// for everything is up, or when the procedure is cancelled.
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

    /// Waits before the next attempt.
    ///
    /// - Returns: Whether there is to be one.
    func rest(for pause: Duration) async -> Bool {
        if pause > .zero {
            let answer = FirstAnswer<Void>()
            let ticket = core.timer.schedule(after: pause) { answer.settle(()) }
            await wait(in: .dependencies, for: .seconds(Int64.max), until: answer)
            core.timer.withdraw(ticket)
        }
        return state.withLock { $0.cancellation == nil && !$0.isOverdue }
    }

    // MARK: Cancelling

    /// Cancels the procedure; what it has produced is cancelled apart.
    func cancel(_ cause: Cancellation.Cause) {
        typealias Ended = (worker: Worker?, interrupt: (@Sendable () -> Void)?, isLeft: Bool)
        let nested = state.withLock { $0.hasRest ? Array($0.rest.nested.values) : [] }
        let ended = state.withLock { state -> Ended in
            guard state.cancellation == nil, !state.slot.isOver else { return (nil, nil, false) }
            state.cancellation = cause
            if state.look.isLooking { return (leaveBehind(&state), nil, true) }
            guard state.phase == .execution else { return (nil, state.interrupt, false) }
            // Before the lock is left, since the work may end then, and another procedure begin.
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

    /// Leaves the worker behind with a condition that goes on.
    private func leaveBehind(_ state: inout ExecutionState) -> Worker? {
        core.countAbandoned(1)
        defer { state.worker = nil }
        state.shift += 1
        state.slot.loans = 0
        state.look.isLooking = false
        state.deadline = .never
        return state.worker
    }

    // MARK: Deadlines

    private enum Expiry {
        case nothing
        case left(Worker?, Undecided?, [Reason])
        case interrupted(@Sendable () -> Void)
        case cancelled(Cancellation.Cause)
    }

    /// Ends what has taken too long.
    ///
    /// - Returns: When the next deadline is.
    func expire(at now: Nanoseconds) -> Nanoseconds {
        let (expiry, next) = state.withLock { state -> (Expiry, Nanoseconds) in
            if state.look.isLooking, state.deadline == .never {
                state.deadline = nanoseconds(for: state.look.next).after(now)
            }
            let isEnding =
                state.isOverdue || state.isOverrunning || state.cancellation != nil
                || state.slot.isOver
            let overall = isEnding ? .never : turn.overall
            guard min(state.deadline, overall) <= now else {
                return (.nothing, min(state.deadline, overall))
            }
            return (expire(&state, isOverall: overall <= now), .never)
        }
        switch expiry {
        case .nothing: break
        case .left(let worker, let decision, let reasons):
            worker?.cancel()
            logAbandoned(decision, reasons)
            run.conclude(self)
        case .interrupted(let interrupt): interrupt()
        case .cancelled(let cause):
            logOverrun(cause)
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
            let (index, isAsking) = (state.look.next, state.phase == .remedies)
            let late =
                isOverall
                ? noAnswerInTime(index)
                : noAnswer(index, isAsking ? limits.remedies : limit(of: index))
            let decision = state.hasRest ? state.rest.undecided.take() : nil
            let reasons = (decision?.reasons ?? []) + late.reasons
            state.look.settle(.undetermined(reasons), in: state.phase)
            return .left(leaveBehind(&state), decision, reasons)
        }
        return state.interrupt.map { .interrupted($0) } ?? .nothing
    }
}
