import Synchronization

/// One call of the work of a procedure.
///
/// Steps that every procedure takes once are inlined, which saves an asynchronous call for each.
struct WorkCall: Sendable {
    private typealias WorkResult = Result<any Sendable, any Error>

    let execution: Execution

    private enum Beginning {
        /// The work must not begin.
        case closed(ErasedOutcome)
        case begun(ErasedWork, shift: Int)
    }

    /// Does the work once, and waits for everything that was begun inside it.
    @inline(__always) func execute() async -> ErasedOutcome {
        switch begin() {
        case .closed(let outcome): return outcome
        case .begun(let work, let shift):
            let isToStart = tellStart()
            let watch =
                isToStart && !execution.steps.conditions.isEmpty
                ? EndingWatch(of: execution, shift) : nil
            // The objects that the work holds are released with it, before the procedures that it has begun end.
            let result =
                isToStart ? await self.result(of: consume work) : .failure(CancellationError())
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
    }

    /// - Returns: True if the work must still start. An observer may have cancelled it.
    private func tellStart() -> Bool {
        guard execution.isObserved else { return true }
        execution.tell { $0.willExecute($1) }
        return execution.cancelled() == nil
    }

    @inline(__always) private func result(of work: @escaping ErasedWork) async -> WorkResult {
        if execution.steps.hasOptions, let id = execution.steps.options.sharedID {
            return await shared(work, id)
        }
        return await own(work)
    }

    private func own(_ work: ErasedWork) async -> WorkResult {
        if let hold = execution.hold {
            return await hold.result(of: work, execution.turn.input, ProcedureContext(execution))
        }
        do {
            return .success(try await work(execution.turn.input, ProcedureContext(execution)))
        } catch {
            return .failure(error)
        }
    }

    /// Shares the work with the procedure that does it now for the same id.
    private func shared(
        _ work: @escaping ErasedWork,
        _ id: AnySendableKey
    ) async -> WorkResult {
        var cycle: WaitCycle?
        let leading = AwaitedProcedure(run: execution.run, index: execution.index)
        let result = await execution.core.flights.run(id, ledBy: leading) {
            await own(work)
        } following: { leader, wait in
            do throws(WaitCycle) {
                return try await execution.inside.waiting(for: leader, wait)
            } catch {
                cycle = error
                return nil
            }
        }
        return cycle.map { .failure($0) } ?? result ?? .failure(CancellationError())
    }

    private func begin() -> Beginning {
        let core = execution.core
        let limit =
            !execution.steps.hasOptions ? core.deadlines.execution : execution.limits.execution
        var deadline = Nanoseconds.never
        if let limit { deadline = Nanoseconds(clamping: limit).after(core.now) }
        typealias Start = (work: ErasedWork?, cause: Cancellation.Cause?, Bool, shift: Int)
        let (work, cause, isOverdue, shift) = execution.state.withLock { state -> Start in
            if state.cancellation == nil, let limit, limit <= .zero {
                state.cancellation = .executionDeadline(limit)
            }
            var work = execution.steps.work
            if work == nil { work = state.takeAdmitted() }
            guard state.cancellation == nil, !state.isOverdue, let work else {
                return (nil, state.cancellation, state.isOverdue, state.shift)
            }
            state.phase = .execution
            state.isInsideOver = false
            state.deadline = deadline
            return (work, nil, false, state.shift)
        }
        guard let work else { return .closed(notBegun(cause, isOverdue: isOverdue)) }
        let due = min(deadline, execution.turn.overall)
        if due != .never { core.note(due) }
        return .begun(work, shift: shift)
    }

    private func notBegun(_ cause: Cancellation.Cause?, isOverdue: Bool) -> ErasedOutcome {
        let name = execution.identity.name
        if let cause { return .cancelled(Cancellation(procedure: name, cause)) }
        if isOverdue { return execution.refusedAsOverdue(in: .exclusion) }
        // No gate has let it in.
        return .refused(Refusal(procedure: name, phase: .conditions, findings: []))
    }

    /// - Returns: false if something that was begun inside the work has not ended.
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
            // Cancelled work may throw any error.
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
