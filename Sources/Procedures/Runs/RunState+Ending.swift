// What ends, and what that lets start.
extension RunState {
    /// Notes how a procedure ended, and makes ready what waited for it alone.
    mutating func end(_ index: Int, _ outcome: ErasedOutcome) -> Settled {
        if graph.nodes[index].stage == .running { stop(index) }
        open -= 1
        graph.nodes[index].stage = .ended
        graph.nodes[index].result = outcome
        releaseDependents(of: index)
        let awaiting = graph.nodes[index].isAwaited ? endings.removeValue(forKey: index) : nil
        leaveAddition(index, outcome)
        for edge in graph.nodes[index].edges { noLongerRead(graph.edges[edge].dependency) }
        for addition in graph.produced[index] ?? [] {
            for root in graph.additions[addition].roots { noLongerRead(root) }
        }
        graph.nodes[index].edges = 0..<0
        noLongerRead(index, by: 0)
        return awaiting?.map { ($0, outcome) } ?? []
    }

    private mutating func releaseDependents(of index: Int) {
        var next = graph.nodes[index].firstDependent.take()
        while let edge = next {
            let dependent = graph.edges[edge].dependent
            next = graph.edges[edge].nextDependent
            graph.nodes[dependent].waitsFor -= 1
            guard graph.nodes[dependent].waitsFor == 0 else { continue }
            if graph.nodes[dependent].stage == .waiting { makeReady(dependent) }
        }
    }

    /// Who depends on a procedure may read its output until it has ended itself.
    private mutating func noLongerRead(_ index: Int, by readers: Int = 1) {
        graph.nodes[index].readers -= readers
        guard graph.nodes[index].readers == 0, graph.nodes[index].hasEnded,
            case .succeeded = graph.nodes[index].result
        else { return }
        graph.nodes[index].result = .succeeded(())
        graph.nodes[index].isOutputDropped = true
    }

    private mutating func leaveAddition(_ index: Int, _ outcome: ErasedOutcome) {
        let addition = graph.nodes[index].addition
        graph.updateAddition(addition) { $0.leave() }
        unpark(addition)
        if let producer = graph.additions[addition].producer {
            openChildren[producer, default: 1] -= 1
        }
        guard graph.additions[addition].failsFast, graph.nodes[index].isRoot else { return }
        switch outcome {
        case .succeeded, .skipped: break
        case .failed, .refused, .cancelled:
            doomed.append((addition, .sibling(graph.nodes[index].identity.name)))
        }
    }

    /// Makes ready the next of those beyond the width, of which some may have ended meanwhile.
    private mutating func unpark(_ addition: Int) {
        while let parked = graph.updateAddition(addition, { $0.unpark() }) {
            guard graph.nodes[parked].stage == .ready else { continue }
            return line(up: parked)
        }
    }

    /// The executions to cancel because of what has ended.
    mutating func takeDoomed() -> [(Execution, Cancellation.Cause)] {
        guard !doomed.isEmpty else { return [] }
        defer { doomed = [] }
        return doomed.flatMap { addition, cause in
            cancel(graph.additions[addition].members, cause).map { ($0, cause) }
        }
    }

    /// The procedure that produced another, or what that one depends on.
    func producer(of index: Int) -> Int? { graph.additions[graph.nodes[index].addition].producer }

    /// Who is to be told of what was added.
    func observed(
        _ members: Range<Int>,
        always: [any Observer]
    ) -> [(ProcedureIdentity, [any Observer])] {
        guard graph.isObserved || !always.isEmpty else { return [] }
        return graph.nodes[members].compactMap { node in
            let observers = (node.steps?.observers ?? []) + always
            return observers.isEmpty ? nil : (node.identity, observers)
        }
    }

    /// How many of what a procedure produced have not ended.
    func openChildren(of producer: Int) -> Int { openChildren[producer] ?? 0 }
}
