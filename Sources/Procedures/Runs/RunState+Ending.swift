// What ends, and what that lets start.
extension RunState {
    /// Notes how a procedure ended, and makes ready what waited for it alone.
    mutating func end(_ index: Int, _ outcome: Outcome<any Sendable>) -> Settled {
        running.remove(index)
        open -= 1
        graph.nodes[index].stage = .ended(outcome)
        for dependent in graph.nodes[index].dependents.reversed() {
            graph.nodes[dependent].waitsFor -= 1
            if graph.nodes[dependent].waitsFor == 0,
                case .waiting = graph.nodes[dependent].stage
            {
                makeReady(dependent)
            }
        }
        graph.nodes[index].dependents = []
        let settled = (endings.removeValue(forKey: index) ?? []).map { ($0, outcome) }
        leaveAddition(index, outcome)
        for edge in graph.nodes[index].edges { noLongerRead(edge.dependency) }
        for addition in graph.produced[index] ?? [] {
            for root in graph.additions[addition].roots { noLongerRead(root) }
        }
        graph.nodes[index].edges = []
        noLongerRead(index, by: 0)
        return settled
    }

    /// Who depends on a procedure may read its output until it has ended itself.
    private mutating func noLongerRead(_ index: Int, by readers: Int = 1) {
        graph.nodes[index].readers -= readers
        guard graph.nodes[index].readers == 0,
            case .ended(.succeeded) = graph.nodes[index].stage
        else { return }
        graph.nodes[index].stage = .ended(.succeeded(()))
        graph.nodes[index].isOutputDropped = true
    }

    private mutating func leaveAddition(_ index: Int, _ outcome: Outcome<any Sendable>) {
        let addition = graph.nodes[index].addition
        graph.updateAddition(addition) { $0.running -= 1 }
        unpark(addition)
        if let producer = graph.additions[addition].producer {
            openChildren[producer, default: 1] -= 1
        }
        guard graph.additions[addition].failsFast, graph.additions[addition].roots.contains(index)
        else {
            return
        }
        switch outcome {
        case .succeeded, .skipped: break
        case .failed, .refused, .cancelled:
            doomed.append((addition, .sibling(graph.nodes[index].identity.name)))
        }
    }

    /// Makes ready the next of those beyond the width, of which some may have ended meanwhile.
    private mutating func unpark(_ addition: Int) {
        while let parked = graph.updateAddition(addition, { $0.unpark() }) {
            guard case .ready = graph.nodes[parked].stage else { continue }
            return ready.append(parked)
        }
    }

    /// The executions to cancel because of what has ended.
    mutating func takeDoomed() -> [(Execution, Cancellation.Cause)] {
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
