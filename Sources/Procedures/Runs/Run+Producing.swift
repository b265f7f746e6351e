// What joins a run while it is under way.
extension Run {
    /// What a procedure has added to its run: where each is, and what it comes to.
    typealias Added = (indices: [Int], endings: [Ending<ErasedOutcome>])

    /// - Throws: ``ConflictingDescriptions``, ``ProcedureCycle``, ``OutputIsGone``, ``WorkIsOver``; nothing
    ///   is added then.
    func add(
        _ roots: [Description],
        by producer: Execution,
        width: Int = .max,
        failsFast: Bool = false
    ) throws -> Added {
        let joining = Joining(
            by: producer.index,
            width: width,
            failsFast: failsFast,
            standard: core.deadlines,
            now: core.now
        )
        let (members, added, settled) = try state.withLock { state in
            // Who has ended cannot be waited for, and its run may have ended too.
            guard state.run.graph.nodes[producer.index].stage == .running else {
                throw WorkIsOver(procedure: producer.identity.name)
            }
            let (indices, members) = try state.run.add(roots, joining)
            let endings = indices.map { _ in Ending<ErasedOutcome>() }
            let settled = zip(indices, endings).flatMap { state.run.await($0, $1) }
            return (members, (indices, endings) as Added, settled)
        }
        for (ending, outcome) in settled { ending.settle(outcome) }
        join(members)
        orderWorker()
        return added
    }

    /// Is settled when all that a procedure has produced has ended; nil where it has already.
    func childrenEnded(of producer: Execution) -> FirstAnswer<Void>? {
        state.withLock { state in
            guard state.run.openChildren(of: producer.index) > 0 else { return nil }
            let answer = FirstAnswer<Void>()
            state.childrenEnded[producer.index] = answer
            return answer
        }
    }

    func producer(of execution: Execution) -> Execution? {
        state.withLock { state in
            state.run.producer(of: execution.index).flatMap { state.run.execution(of: $0) }
        }
    }
}
