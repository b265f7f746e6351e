import Text

/// Makes a procedure alone in its categories: after all conditions, and until the work ends.
///
/// The wait holds no slot and no worker. The worker continues with other procedures meanwhile.
struct ExclusionEntry: Sendable {
    /// A procedure that waits to be alone: its request, and the scopes that it enters afterwards.
    struct Parked: Sendable {
        fileprivate let request: ExclusionRequest
        fileprivate let scope: any ExclusionScope
        fileprivate let rest: ArraySlice<ScopesToEnter.Entry>
    }

    let execution: Execution

    /// Enters one scope after another, until a scope makes it wait.
    func enter(_ scopes: ArraySlice<ScopesToEnter.Entry>) -> Gate {
        for (index, entry) in zip(scopes.indices, scopes) {
            let request = ExclusionRequest(
                entry.categories,
                for: execution.identity.name,
                inside: enclosingRequest(in: entry.scope),
                priority: Task.currentPriority,
                escalate: { [weak execution] in execution?.escalate(to: $0) }
            )
            execution.state.withLock { $0.rest.requests.append((entry.scope, request)) }
            entry.scope.acquire(request)
            if request.isGranted { continue }
            return park(Parked(request: request, scope: entry.scope, rest: scopes[(index + 1)...]))
        }
        return .open
    }

    private func enclosingRequest(in scope: any ExclusionScope) -> ExclusionRequest? {
        var next = execution.enclosing
        while let enclosing = next {
            let held = enclosing.state.withLock { state in
                state.hasRest ? state.rest.requests.last { $0.scope === scope }?.request : nil
            }
            if let held { return held }
            next = enclosing.enclosing
        }
        return nil
    }

    /// Leaves all categories once the work and everything inside it have ended.
    func release() {
        let requests = execution.state.withLock {
            state -> [(scope: any ExclusionScope, request: ExclusionRequest)] in
            guard state.hasRest else { return [] }
            defer { state.rest.requests = [] }
            return state.rest.requests
        }
        for (scope, request) in requests.reversed() { scope.release(request) }
    }

    // MARK: Waiting

    /// Releases the worker until there is an answer and a slot, or until the wait ends early.
    private func park(_ parked: Parked) -> Gate {
        let limit = execution.limits.exclusion
        let time = Nanoseconds(clamping: limit).after(execution.core.now)
        let deadline = min(time, execution.turn.overall)
        let wait = execution.state.withLock { state -> (shift: Int, hadSlot: Bool)? in
            state.isPhaseOverdue = limit <= .zero
            state.rest.parked = parked
            guard state.cancellation == nil, !state.isOverdue, limit > .zero else { return nil }
            let wait = state.park(until: deadline)
            state.interrupt = { endWait(wait.shift) }
            return wait
        }
        guard let wait else { return goOn() ?? .open }
        execution.core.note(deadline)
        parked.request.whenAnswered { [execution, run = execution.run] in
            run.comeBack(execution, from: wait.shift)
        }
        return .parked(hadSlot: wait.hadSlot)
    }

    /// Ends the wait early. The procedure continues without a slot, to report why it ends.
    private func endWait(_ shift: Int) {
        if execution.state.withLock({ $0.unpark(from: shift) }) {
            execution.run.conclude(execution)
        }
    }

    /// - Parameter shift: The shift in which it waited. It may wait again in a later one.
    /// - Returns: True if it continues with a worker that has a slot. False if its wait ended early.
    func comeBack(to worker: Worker, from shift: Int) -> Bool {
        execution.state.withLock { state in
            guard state.unpark(from: shift) else { return false }
            state.worker = worker
            state.slot.isHeld = true
            return true
        }
    }

    /// Continues after the wait, with a worker again.
    ///
    /// - Returns: nil if the procedure did not wait.
    func goOn() -> Gate? {
        let parked = execution.state.withLock { $0.hasRest ? $0.rest.parked.take() : nil }
        guard let parked else { return nil }
        if let closed = refusal(parked.request, parked.scope) { return .closed(closed) }
        return enter(parked.rest)
    }

    // MARK: Refusing

    /// - Returns: The outcome of a procedure that may not enter; nil if it may.
    private func refusal(
        _ request: ExclusionRequest,
        _ scope: any ExclusionScope
    ) -> ErasedOutcome? {
        let (isPhaseOverdue, isOverdue) = execution.state.withLock {
            ($0.isPhaseOverdue, $0.isOverdue)
        }
        if let cancelled = execution.cancelled() { return cancelled }
        let limits = execution.limits
        let limit = ((isOverdue ? limits.overall : nil) ?? limits.exclusion).inWords
        switch request.early {
        case .granted where !isPhaseOverdue && !isOverdue: return nil
        case .failed(let reason): return refused([reason])
        case .granted:
            let message = "had no slot free within \(limit)"
            return refused([Reason(.deadlinePassed, "the queue", message)])
        case nil:
            let message = "did not admit the procedure within \(limit)"
            let late = Reason(.deadlinePassed, scope.name, message)
            return refused([late] + scope.obstacles(to: request))
        }
    }

    private func refused(_ reasons: [Reason]) -> ErasedOutcome {
        let conditions = execution.steps.conditions.filter { !$0.exclusions.isEmpty }
        let names = conditions.map(\.name).joined(separator: ", ")
        let finding = Refusal.Finding(names, .undetermined(reasons))
        return .refused(
            Refusal(procedure: execution.identity.name, phase: .exclusion, findings: [finding])
        )
    }
}
