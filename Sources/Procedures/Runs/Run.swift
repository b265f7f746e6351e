/// One run of a graph: what is ready, what has ended. It waits for nothing and starts nothing.
///
/// A procedure is ready when all that it depends on has ended. Of the ready ones, the latest to become
/// so goes first: with a width of one, that is the order in which one would work through the
/// dependencies of each procedure as they are written.
struct Run {
    private struct Progress {
        /// How many edges lead to procedures that have not ended.
        var waitsFor: Int
        /// How many dependents have not looked at the outcome yet; after the last it is dropped.
        var readers: Int
        var outcome: Outcome<any Sendable>?
    }

    private var graph: RunGraph
    private var progress: [Progress]
    private var ready: [Int]
    private let timer: DeadlineTimer

    init(_ root: Description, timer: DeadlineTimer) throws(ConflictingDescriptions) {
        let graph = try RunGraph(root: root)
        self.graph = graph
        progress = graph.nodes.map {
            Progress(waitsFor: $0.edges.count, readers: $0.dependents.count)
        }
        ready = graph.nodes.indices.filter { graph.nodes[$0].edges.isEmpty }.reversed()
        self.timer = timer
    }

    /// How the procedure ended for which all this is; the root has no dependents that would drop it.
    var outcome: Outcome<any Sendable> { progress[0].outcome ?? .cancelled }

    /// The next procedure to execute, nil when none is ready. What is cancelled or refused by its
    /// dependencies ends here.
    mutating func next() -> (index: Int, execution: Execution)? {
        while let index = ready.popLast() {
            let dependencies = takeOutcomes(of: graph.nodes[index].edges)
            let execution = execution(of: index, after: dependencies)
            guard let closed = outcome(of: index, closedBy: dependencies) else {
                return (index, execution)
            }
            end(index, execution.finished(closed))
        }
        return nil
    }

    /// Notes how a procedure ended, and makes ready what waited for it alone.
    mutating func end(_ index: Int, _ outcome: Outcome<any Sendable>) {
        progress[index].outcome = outcome
        for dependent in graph.nodes[index].dependents.reversed() {
            progress[dependent].waitsFor -= 1
            if progress[dependent].waitsFor == 0 { ready.append(dependent) }
        }
    }

    private mutating func takeOutcomes(of edges: [RunGraph.Edge]) -> [Outcome<any Sendable>] {
        edges.map { edge in
            let outcome = progress[edge.dependency].outcome ?? .cancelled
            progress[edge.dependency].readers -= 1
            if progress[edge.dependency].readers == 0 { progress[edge.dependency].outcome = nil }
            return outcome
        }
    }

    private mutating func execution(
        of index: Int,
        after dependencies: [Outcome<any Sendable>]
    ) -> Execution {
        let identity = graph.nodes[index].description.identity
        let steps = graph.takeSteps(of: index)
        var input: any Sendable = ()
        if steps.takesInput, case .succeeded(let output) = dependencies.first { input = output }
        return Execution(identity: identity, steps: steps, input: input, timer: timer)
    }

    private func outcome(
        of index: Int,
        closedBy dependencies: [Outcome<any Sendable>]
    ) -> Outcome<any Sendable>? {
        if Task.isCancelled { return .cancelled }
        let node = graph.nodes[index]
        var named: Set<Int> = []
        var findings: [Refusal.Finding] = []
        for (edge, outcome) in zip(node.edges, dependencies) where edge.required == .success {
            let name = graph.nodes[edge.dependency].description.identity.name
            guard let result = outcome.closing(name), named.insert(edge.dependency).inserted else {
                continue
            }
            findings.append(Refusal.Finding(name, result))
        }
        return Refusal.outcome(of: node.description.identity.name, .dependencies, findings)
    }
}
