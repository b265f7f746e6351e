import Text

/// Everything that the work of a procedure begins inside itself: produced procedures, runs, and waits for other
/// procedures. All of it ends before the procedure does.
struct InsideWork: Sendable {
    let execution: Execution

    /// True if something may begin inside: the work has started and has not returned.
    var isOpen: Bool { execution.state.withLock { $0.phase == .execution && !$0.isInsideOver } }

    /// Waits for everything that the work has begun without waiting for it. After a failure that is cancelled first.
    func end(hasFailed: Bool) async {
        let run = execution.run
        if hasFailed {
            let cause = Cancellation.Cause.producer(execution.identity.name)
            run.cancelChildren(of: execution, cause)
            let nested = execution.state.withLock { Array($0.rest.nested.values) }
            for run in nested { run.cancel(cause) }
        }
        while let ended = run.childrenEnded(of: execution) {
            await execution.withoutSlot { await ended.value() }
        }
        if let ended = runsEnded() { await execution.withoutSlot { await ended.value() } }
    }

    // MARK: Producing

    /// Adds procedures to the run.
    ///
    /// - Parameters:
    ///   - byWork: True if the work produces them, and not a condition.
    ///   - watch: Gets the endings before any of the procedures begins.
    func produce(
        _ procedures: [Description],
        byWork: Bool = true,
        width: Int = .max,
        failsFast: Bool = false,
        watching watch: ([Ending<ErasedOutcome>]) -> Void = { _ in }
    ) throws -> Run.Added {
        let name = execution.identity.name
        let events = try execution.state.withLock { state in
            // Under one lock with the record of production, which the end of the work reads.
            if byWork, state.phase != .execution || state.isInsideOver {
                throw WorkIsOver(procedure: name)
            }
            let events = state.rest.events ?? EventLine()
            state.rest.events = events
            return events
        }
        let produced = procedures.map(\.identity)
        tell(events, of: produced) { $0.willAdd($2, to: $1) }
        let run = execution.run
        let added = try run.add(
            procedures,
            by: execution,
            width: width,
            failsFast: failsFast,
            watching: watch
        )
        tell(events, of: produced) { $0.didAdd($2, to: $1) }
        if let cause = execution.state.withLock({ $0.cancellation }) {
            run.cancelChildren(of: execution, cause == .shutdown ? cause : .producer(name))
        }
        return added
    }

    private func tell(
        _ events: EventLine,
        of produced: [ProcedureIdentity],
        _ event: @escaping @Sendable (any Observer, ProcedureIdentity, ProcedureIdentity) -> Void
    ) {
        guard execution.isObserved else { return }
        events.tellSoon { [execution] in
            for child in produced { execution.tell { event($0, $1, child) } }
        }
    }

    /// Notifies of an event of the procedure after the events of its products.
    @inline(__always) func tellInTurn(_ event: @escaping @Sendable () -> Void) async {
        if let events = execution.state.withLock({ $0.hasRest ? $0.rest.events : nil }) {
            await events.tell(event)
        } else {
            event()
        }
    }

    // MARK: Runs

    /// - Returns: false if the work has not begun or has returned. The run then does not belong to it.
    func begin(_ run: Run) -> Bool {
        execution.state.withLock { state in
            guard state.phase == .execution, !state.isInsideOver else { return false }
            state.rest.nested[ObjectIdentifier(run)] = run
            return true
        }
    }

    func end(_ run: Run) {
        let ended = execution.state.withLock { state -> FirstAnswer<Void>? in
            state.rest.nested[ObjectIdentifier(run)] = nil
            guard state.rest.nested.isEmpty else { return nil }
            defer { state.rest.nestedEnded = nil }
            return state.rest.nestedEnded
        }
        ended?.settle(())
    }

    private func runsEnded() -> FirstAnswer<Void>? {
        execution.state.withLock { state in
            guard !state.rest.nested.isEmpty else { return nil }
            let answer = FirstAnswer<Void>()
            state.rest.nestedEnded = answer
            return answer
        }
    }

    // MARK: Waits

    /// Waits for another procedure without a slot.
    ///
    /// The wait is recorded before the check. If two procedures begin to wait for each other, at least one of them sees
    /// the other.
    func waiting<Value>(
        for awaited: AwaitedProcedure,
        _ wait: () async -> Value
    ) async throws(WaitCycle) -> Value {
        execution.state.withLock { $0.rest.awaited.append(awaited) }
        defer {
            execution.state.withLock { state in
                if let index = state.rest.awaited.firstIndex(of: awaited) {
                    state.rest.awaited.remove(at: index)
                }
            }
        }
        if awaited.endsAfter(execution) {
            throw WaitCycle(waiting: execution.identity.name, awaited: awaited.name)
        }
        return await execution.withoutSlot(wait)
    }

    /// The procedures that must end before the work can.
    var awaited: [AwaitedProcedure] {
        execution.state.withLock { state in
            guard state.hasRest else { return [] }
            let nested = state.rest.nested.values.map { AwaitedProcedure(run: $0, index: 0) }
            return state.rest.awaited + nested
        }
    }
}

/// An error of something that was begun inside a procedure whose work has returned.
public struct WorkIsOver: Error, Hashable, Sendable {
    public let procedure: String
}

extension WorkIsOver: CustomStringConvertible {
    public var description: String {
        "the work of `\(procedure)` is over; produce and wait before it returns".onOneLine
    }
}
