// What ends without having started: it was cancelled, or should have started by now.
extension RunState {
    /// Cancels everything, and whatever joins later.
    mutating func cancelAll(_ cause: Cancellation.Cause) -> [Execution] {
        cancelled = cancelled ?? cause
        return cancel(graph.nodes.indices, cause)
    }

    /// Closes what has not started of some procedures and of what they have produced.
    ///
    /// - Returns: What runs of them, to be cancelled.
    mutating func cancel(
        _ members: some Sequence<Int>,
        _ cause: Cancellation.Cause
    ) -> [Execution] {
        var executions: [Execution] = []
        var unvisited = Array(members.reversed())
        while let index = unvisited.popLast() {
            if graph.nodes[index].isPending {
                let name = graph.nodes[index].identity.name
                close(index, .cancelled(Cancellation(procedure: name, cause)))
            } else if let execution = execution(of: index) {
                executions.append(execution)
                unvisited += children(of: index)
            }
        }
        return executions
    }

    /// What a procedure has produced, with all that was added for it.
    func children(of producer: Int) -> [Int] {
        (graph.produced[producer] ?? []).flatMap { graph.additions[$0].members }
    }

    mutating func close(_ index: Int, _ outcome: ErasedOutcome) {
        graph.nodes[index].result = graph.nodes[index].result ?? outcome
        if graph.nodes[index].stage == .joining { return }
        graph.nodes[index].stage = .closed
        // In the order found, a dependent comes before what it depends on; it ends after it.
        guard let last = closed.last, last > index else { return closed.append(index) }
        var (low, high) = (0, closed.count)
        while low < high {
            let middle = (low + high) / 2
            if closed[middle] > index { high = middle } else { low = middle + 1 }
        }
        closed.insert(index, at: low)
    }

    /// Refuses whatever should have started by now.
    mutating func expire(at now: Nanoseconds, standard: Deadlines) {
        guard firstDeadline <= now else { return }
        firstDeadline = .never
        for index in graph.nodes.indices where graph.nodes[index].isPending {
            let deadline = graph.nodes[index].deadline
            if deadline <= now {
                close(index, .refused(overdue(graph.nodes[index], standard)))
            } else {
                firstDeadline = min(firstDeadline, deadline)
            }
        }
    }

    private func overdue(_ node: Node, _ standard: Deadlines) -> Refusal {
        let limits = node.steps?.deadlines(from: standard) ?? standard
        let limit = min(limits.dependencies, limits.overall ?? limits.dependencies).inWords
        let missing = node.edges.reversed().map { graph.nodes[graph.edges[$0].dependency] }
            .filter { !$0.hasEnded }
        let findings = missing.map { dependency in
            Refusal.Finding(
                dependency.identity.name,
                .undetermined([
                    Reason(
                        "deadline-passed",
                        dependency.identity.name,
                        "has not ended within \(limit)"
                    )
                ])
            )
        }
        let noTurn = Reason("deadline-passed", "the queue", "had no slot free within \(limit)")
        return Refusal(
            procedure: node.identity.name,
            phase: .dependencies,
            findings: findings.isEmpty
                ? [Refusal.Finding("the queue", .undetermined([noTurn]))] : findings
        )
    }
}
