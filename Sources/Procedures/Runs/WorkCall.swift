import Synchronization

/// One call of the work of a procedure.
///
/// What is done once for each procedure is inlined, which spares an asynchronous call each.
struct WorkCall: Sendable {
    private typealias WorkResult = Result<any Sendable, any Error>

    let execution: Execution

    /// Does the work, once, and waits for all that was begun inside it.
    @inline(__always) func execute() async -> ErasedOutcome {
        let (closed, shift) = begin()
        if let closed { return closed }
        let isToStart = tellStart()
        let watch =
            isToStart && !execution.steps.conditions.isEmpty
            ? EndingWatch(of: execution, shift) : nil
        let result = isToStart ? await workResult() : .failure(CancellationError())
        if !end() {
            await execution.inside.end(hasFailed: result.isFailure)
            end(insideHasEnded: true)
        }
        if let watch { await watch.end() }
        let outcome = outcome(of: result)
        if execution.isObserved {
            await execution.inside.tellInTurn { [execution] in
                execution.tell { $0.didExecute($1) }
            }
        }
        return outcome
    }

    /// - Returns: Whether the work is still to start, which an observer may have cancelled.
    private func tellStart() -> Bool {
        guard execution.isObserved else { return true }
        execution.tell { $0.willExecute($1) }
        return execution.cancelled() == nil
    }

    @inline(__always) private func workResult() async -> WorkResult {
        if execution.steps.hasOptions, let id = execution.steps.options.sharedID {
            return await shared(id)
        }
        return await own()
    }

    private func own() async -> WorkResult {
        do {
            let context = ProcedureContext(execution)
            return .success(try await execution.steps.work(execution.turn.input, context))
        } catch {
            return .failure(error)
        }
    }

    /// Shares the work with whoever does it now for the same id.
    private func shared(_ id: AnySendableKey) async -> WorkResult {
        var cycle: WaitCycle?
        let leading = AwaitedProcedure(run: execution.run, index: execution.index)
        let result = await execution.core.flights.run(id, ledBy: leading) {
            await own()
        } following: { leader, wait in
            guard let leader = leader as? AwaitedProcedure else { return await wait() }
            do throws(WaitCycle) {
                return try await execution.inside.waiting(for: leader, wait)
            } catch {
                cycle = error
                return nil
            }
        }
        return cycle.map { .failure($0) } ?? result ?? .failure(CancellationError())
    }

    /// - Returns: How the procedure ends where its work is not even to begin, and the shift.
    private func begin() -> (closed: ErasedOutcome?, shift: Int) {
        let core = execution.core
        let limit =
            !execution.steps.hasOptions ? core.deadlines.execution : execution.limits.execution
        var deadline = Nanoseconds.never
        if let limit { deadline = Nanoseconds(clamping: limit).after(core.now) }
        typealias Beginning = (cause: Cancellation.Cause?, isOverdue: Bool, shift: Int)
        let (cause, isOverdue, shift) = execution.state.withLock { state -> Beginning in
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
        if let cause {
            return (.cancelled(Cancellation(procedure: execution.identity.name, cause)), shift)
        }
        if isOverdue { return (execution.refusedAsOverdue(in: .exclusion), shift) }
        let due = min(deadline, execution.turn.overall)
        if due != .never { core.note(due) }
        return (nil, shift)
    }

    /// - Returns: false where something has begun inside the work, which is over, and has not ended.
    @discardableResult
    private func end(insideHasEnded: Bool = false) -> Bool {
        execution.state.withLock { state in
            state.isInsideOver = true
            guard insideHasEnded || !state.hasInside else { return false }
            state.deadline = .never
            state.phase = .dependencies
            if state.isOverrunning {
                execution.core.overrunning.wrappingSubtract(1, ordering: .relaxed)
            }
            state.isOverrunning = false
            return true
        }
    }

    private func outcome(of result: WorkResult) -> ErasedOutcome {
        switch result {
        case .success(let output): return .succeeded(output)
        case .failure(let error):
            let cause = execution.state.withLock { $0.cancellation }
            // Work that was cancelled may throw what it likes.
            if cause == nil, !(error is CancellationError) { return .failed(error) }
            execution.log?.cancelled(error)
            let name = execution.identity.name
            return .cancelled(Cancellation(procedure: name, cause ?? .requested))
        }
    }
}

extension Result {
    fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
