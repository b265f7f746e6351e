import Text

/// What the work of a procedure begins inside itself: procedures that it produces, runs, and its waits for
/// other procedures. All of it ends before the procedure does.
struct InsideWork: Sendable {
    let execution: Execution

    /// Whether something may begin inside: the work runs, and has not returned.
    var isOpen: Bool { execution.state.withLock { $0.phase == .execution && !$0.isInsideOver } }

    /// Waits for what the work has begun and not waited for; after a failure it is cancelled.
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
    /// - Parameter byWork: Whether the work produces them, and not a condition.
    func produce(
        _ procedures: [Description],
        byWork: Bool = true,
        width: Int = .max,
        failsFast: Bool = false
    ) throws -> Run.Added {
        let name = execution.identity.name
        let events = try execution.state.withLock { state in
            // In one with what is noted, of which the end of the work takes notice.
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
        let added = try run.add(procedures, by: execution, width: width, failsFast: failsFast)
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

    /// Tells an event of the procedure after those of what it has produced.
    @inline(__always) func tellInTurn(_ event: @escaping @Sendable () -> Void) async {
        if let events = execution.state.withLock({ $0.hasRest ? $0.rest.events : nil }) {
            await events.tell(event)
        } else {
            event()
        }
    }

    // MARK: Runs

    /// - Returns: false where the work is over, or has not begun; the run is none of its own then.
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

    /// Waits in no slot for another procedure.
    ///
    /// It is noted before it is checked: of two that begin to wait for each other at least one sees the other.
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

    /// What must end before the work can.
    var awaited: [AwaitedProcedure] {
        execution.state.withLock { state in
            guard state.hasRest else { return [] }
            let nested = state.rest.nested.values.map { AwaitedProcedure(run: $0, index: 0) }
            return state.rest.awaited + nested
        }
    }
}

/// Something was begun inside a procedure whose work has returned.
public struct WorkIsOver: Error, Hashable, Sendable {
    public let procedure: String
}

extension WorkIsOver: CustomStringConvertible {
    public var description: String {
        "the work of `\(procedure)` is over; produce and wait before it returns".onOneLine
    }
}
