// What a procedure adds to its run, and tells of.
extension Execution {
    /// Adds procedures to the run.
    ///
    /// - Parameter byWork: Whether the work produces them, and not a condition.
    func produce(
        _ procedures: [Description],
        byWork: Bool = true,
        width: Int = .max,
        failsFast: Bool = false
    ) throws -> Run.Added {
        let events = try state.withLock { state in
            // In one with what is noted, of which the end of the work takes notice.
            if byWork, state.phase != .execution || state.isInsideOver {
                throw WorkIsOver(procedure: identity.name)
            }
            let events = state.rest.events ?? EventLine()
            state.rest.events = events
            return events
        }
        let produced = procedures.map(\.identity)
        tell(events, of: produced) { $0.willAdd($2, to: $1) }
        let added = try run.add(procedures, by: self, width: width, failsFast: failsFast)
        tell(events, of: produced) { $0.didAdd($2, to: $1) }
        if let cause = state.withLock({ $0.cancellation }) {
            run.cancelChildren(of: self, cause == .shutdown ? cause : .producer(identity.name))
        }
        return added
    }

    private func tell(
        _ events: EventLine,
        of produced: [ProcedureIdentity],
        _ event: @escaping @Sendable (any Observer, ProcedureIdentity, ProcedureIdentity) -> Void
    ) {
        guard !steps.observers.isEmpty || !core.observers.isEmpty else { return }
        events.tellSoon { [self] in
            for child in produced { tell { event($0, $1, child) } }
        }
    }
}
