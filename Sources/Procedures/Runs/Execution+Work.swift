import Synchronization

// The work, and what it runs inside itself. What is done once for each procedure is inlined, which spares an
// asynchronous call each.
extension Execution {
    /// Does the work, once, and waits for all that was begun inside it.
    @inline(__always) func execute() async -> ErasedOutcome {
        let (closed, shift) = beginWork()
        if let closed { return closed }
        let isToStart = tellStart()
        let watchers = isToStart && !steps.conditions.isEmpty ? watchEndings(shift) : []
        let result = isToStart ? await resultOfWork() : .failure(CancellationError())
        if !endWork() {
            await endInside(result)
            endWork(insideHasEnded: true)
        }
        if !watchers.isEmpty { await end(watchers) }
        let outcome = outcome(of: result)
        if isObserved { await tellExecuted() }
        return outcome
    }

    private func tellExecuted() async {
        if let events = state.withLock({ $0.hasRest ? $0.rest.events : nil }) {
            await events.tell { [self] in tell { $0.didExecute($1) } }
        } else {
            tell { $0.didExecute($1) }
        }
    }

    /// - Returns: Whether the work is still to start, which an observer may have cancelled.
    private func tellStart() -> Bool {
        guard isObserved else { return true }
        tell { $0.willExecute($1) }
        return cancelled() == nil
    }

    @inline(__always) private func resultOfWork() async -> Result<any Sendable, any Error> {
        if steps.hasOptions, let share = steps.options.flight {
            return await share(self) { await self.ownResult() } ?? .failure(CancellationError())
        }
        return await ownResult()
    }

    private func ownResult() async -> Result<any Sendable, any Error> {
        do {
            return .success(try await steps.work(turn.input, ProcedureContext(self)))
        } catch {
            return .failure(error)
        }
    }

    /// - Returns: How the procedure ends where its work is not even to begin, and the shift.
    private func beginWork() -> (closed: ErasedOutcome?, shift: Int) {
        let limit = !steps.hasOptions ? core.deadlines.execution : limits.execution
        var deadline = Nanoseconds.never
        if let limit { deadline = Nanoseconds(clamping: limit).after(core.now) }
        typealias Beginning = (cause: Cancellation.Cause?, isOverdue: Bool, shift: Int)
        let (cause, isOverdue, shift) = state.withLock { state -> Beginning in
            if state.cancellation == nil, let limit, limit <= .zero {
                state.cancellation = .executionDeadline(limit)
            }
            guard state.cancellation == nil, !state.isOverdue else {
                return (state.cancellation, state.isOverdue, state.shift)
            }
            state.phase = .execution
            state.isInsideOver = false
            state.deadline = deadline
            return (nil, false, state.shift)
        }
        if let cause { return (.cancelled(Cancellation(procedure: identity.name, cause)), shift) }
        if isOverdue { return (refusedAsOverdue(in: .exclusion), shift) }
        let due = min(deadline, turn.overall)
        if due != .never { core.note(due) }
        return (nil, shift)
    }

    /// - Returns: false where something has begun inside the work, which is over, and has not ended.
    @discardableResult
    private func endWork(insideHasEnded: Bool = false) -> Bool {
        state.withLock { state in
            state.isInsideOver = true
            guard insideHasEnded || !state.hasInside else { return false }
            state.deadline = .never
            state.phase = .dependencies
            if state.isOverrunning { core.overrunning.wrappingSubtract(1, ordering: .relaxed) }
            state.isOverrunning = false
            return true
        }
    }

    private func outcome(of result: Result<any Sendable, any Error>) -> ErasedOutcome {
        switch result {
        case .success(let output): return .succeeded(output)
        case .failure(let error):
            let cause = state.withLock { $0.cancellation }
            // Work that was cancelled may throw what it likes.
            if cause == nil, !(error is CancellationError) { return .failed(error) }
            logCancelled(error)
            return .cancelled(Cancellation(procedure: identity.name, cause ?? .requested))
        }
    }

    /// Waits for what the work has begun and not waited for; after a failure it is cancelled.
    private func endInside(_ result: Result<any Sendable, any Error>) async {
        if case .failure = result {
            let cause = Cancellation.Cause.producer(identity.name)
            run.cancelChildren(of: self, cause)
            for run in state.withLock({ Array($0.rest.nested.values) }) { run.cancel(cause) }
        }
        while let ended = run.childrenEnded(of: self) { await withoutSlot { await ended.value() } }
        if let ended = nestedEnded() { await withoutSlot { await ended.value() } }
    }

    // MARK: Runs inside

    /// - Returns: false where the work is over, or has not begun; the run is none of its own then.
    func beginNested(_ run: Run) -> Bool {
        state.withLock { state in
            guard state.phase == .execution, !state.isInsideOver else { return false }
            state.rest.nested[ObjectIdentifier(run)] = run
            return true
        }
    }

    func endNested(_ run: Run) {
        let ended = state.withLock { state -> FirstAnswer<Void>? in
            state.rest.nested[ObjectIdentifier(run)] = nil
            guard state.rest.nested.isEmpty else { return nil }
            defer { state.rest.nestedEnded = nil }
            return state.rest.nestedEnded
        }
        ended?.settle(())
    }

    private func nestedEnded() -> FirstAnswer<Void>? {
        state.withLock { state in
            guard !state.rest.nested.isEmpty else { return nil }
            let answer = FirstAnswer<Void>()
            state.rest.nestedEnded = answer
            return answer
        }
    }
}
