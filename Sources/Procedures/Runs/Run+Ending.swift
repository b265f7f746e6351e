// How procedures of a run end: by themselves, cancelled, or when their time is up.
extension Run {
    /// - Parameters:
    ///   - isAnnounced: Whether that was said: see ``announceEnd()``.
    ///   - worker: Who is to start the next, if any.
    /// - Returns: That procedure, where one is ready.
    func end(
        _ execution: Execution,
        _ outcome: ErasedOutcome,
        isAnnounced: Bool,
        next worker: Worker?
    ) -> Worker.Assignment? {
        let end = state.withLock { state in
            if isAnnounced { state.ending -= 1 }
            return note(execution.index, outcome, next: worker, &state)
        }
        settle(end)
        if end.needsWorker { callWorker() }
        return end.next
    }

    private struct End {
        let next: Worker.Assignment?
        let needsWorker: Bool
        let settled: RunState.Settled
        let cancelled: [(Execution, Cancellation.Cause)]
        let children: FirstAnswer<Void>?
        let hasClosed: Bool
        let requests: [Slots.Request]
        let isDone: Bool
    }

    private func note(
        _ index: Int,
        _ outcome: ErasedOutcome,
        next worker: Worker?,
        _ state: inout State
    ) -> End {
        var settled = state.run.end(index, outcome)
        if index == 0 { settled.append((ending, outcome)) }
        var cancelled = state.run.takeDoomed()
        if index == 0, state.run.open > 0 {
            let cause = Cancellation.Cause.producer(identity.name)
            cancelled += state.run.cancelAll(cause).map { ($0, cause) }
        }
        if state.run.open == 0 {
            state.isDone = true
            // What came back and was ended before a worker saw it would hold the run.
            state.back = FifoLine()
        }
        let (next, needsWorker) =
            worker.map { self.next(on: $0, mayStart: true, &state) } ?? (nil, false)
        return End(
            next: next,
            needsWorker: needsWorker,
            settled: settled,
            cancelled: cancelled,
            children: state.childrenEnded(with: index),
            hasClosed: state.run.hasClosed,
            requests: state.isDone
                ? [state.starting, state.returning].compactMap(\.request) : [],
            isDone: state.isDone
        )
    }

    private func settle(_ end: End) {
        for (ending, outcome) in end.settled { ending.settle(outcome) }
        for (execution, cause) in end.cancelled { execution.cancel(cause) }
        end.children?.settle(())
        if end.hasClosed { order(.endClosed) }
        guard end.isDone else { return }
        end.requests.forEach(core.slots.withdraw)
        core.active.leave(self)
        finish()
    }

    // MARK: Cancelling

    func cancel(_ cause: Cancellation.Cause) {
        cancel(cause) { $0.cancelAll(cause) }
    }

    func cancel(_ indices: [Int], _ cause: Cancellation.Cause) {
        cancel(cause) { $0.cancel(indices, cause) }
    }

    func cancelChildren(of producer: Execution, _ cause: Cancellation.Cause) {
        cancel(cause) { $0.cancel($0.children(of: producer.index), cause) }
    }

    private func cancel(
        _ cause: Cancellation.Cause,
        _ close: (inout RunState) -> [Execution]
    ) {
        let (executions, hasClosed) = state.withLock { (close(&$0.run), $0.run.hasClosed) }
        for execution in executions { execution.cancel(cause) }
        if hasClosed { order(.endClosed) }
    }

    func conclude(_ execution: Execution) { order(.conclude(execution)) }

    func escalate(to priority: TaskPriority) {
        for execution in executions { execution.escalate(to: priority) }
    }

    // MARK: Deadlines

    func noteDeadlines() {
        let (first, hasClosed) = state.withLock { ($0.run.firstDeadline, $0.run.hasClosed) }
        if hasClosed { order(.endClosed) }
        core.note(first)
    }

    /// Expires what is due.
    ///
    /// - Returns: The earliest deadline that is not.
    func expire(at now: Nanoseconds) -> Nanoseconds {
        let (executions, hasClosed, first) = state.withLock { state in
            state.run.expire(at: now, standard: core.deadlines)
            return (state.run.executions, state.run.hasClosed, state.run.firstDeadline)
        }
        if hasClosed { order(.endClosed) }
        return executions.map { $0.expire(at: now) }.reduce(first, min)
    }

    var executions: [Execution] { state.withLock { $0.run.executions } }

    /// How many procedures are in which phase.
    var activity: [Phase: Int] {
        let (executions, open) = state.withLock { ($0.run.executions, $0.run.open) }
        var counts = Dictionary(executions.map { ($0.phase, 1) }, uniquingKeysWith: +)
        counts[.dependencies, default: 0] += open - executions.count
        return counts
    }
}

extension Run.State {
    /// Who waits for all that a procedure has produced, where this was the last of that.
    fileprivate mutating func childrenEnded(with index: Int) -> FirstAnswer<Void>? {
        guard let producer = run.producer(of: index), run.openChildren(of: producer) == 0 else {
            return nil
        }
        return childrenEnded.removeValue(forKey: producer)
    }
}
