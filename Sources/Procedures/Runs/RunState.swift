/// What is ready, what runs and what has ended of one run. It waits for nothing and starts nothing.
///
/// A procedure is ready when all that it depends on has ended. Of the ready ones, the latest to become
/// so goes first: with a width of one, that is the order in which one would work through the
/// dependencies of each procedure as they are written.
struct RunState {
    /// What ended with a procedure, for those who wait for it.
    typealias Settled = [(Ending<ErasedOutcome>, ErasedOutcome)]

    /// A procedure to start, or to end without starting it.
    struct Turn: ~Copyable, Sendable {
        let index: Int
        let identity: ProcedureIdentity
        let steps: Steps
        let input: any Sendable
        let dependencies: [DependencyOutcome]
        let overall: Nanoseconds
        let closed: ErasedOutcome?
    }

    // First what each procedure changes that starts or ends, so that it is all in one place.

    /// How many have not ended.
    var open = 0
    /// The latest to become ready, which leads to the one before.
    private var lastReady: Int?
    private var running = Places<Execution>()
    var graph = RunGraph()
    /// To end without a turn on the queue.
    var closed: [Int] = []
    /// How many of what each procedure has produced have not ended.
    var openChildren: [Int: Int] = [:]
    var endings: [Int: [Ending<ErasedOutcome>]] = [:]
    /// No later than any deadline of those that have not started.
    var firstDeadline = Nanoseconds.never
    /// Additions to cancel, since one of theirs did not succeed.
    var doomed: [(addition: Int, cause: Cancellation.Cause)] = []
    /// Whatever joins from now on ends at once.
    var cancelled: Cancellation.Cause?

    var hasReady: Bool { lastReady != nil }
    var hasClosed: Bool { !closed.isEmpty }

    /// What has started and not ended.
    var executions: [Execution] { running.all }

    // MARK: Joining

    mutating func add(
        _ roots: [Description],
        _ joining: Joining
    ) throws -> (found: [Int], members: Range<Int>) {
        let found = try graph.add(roots, joining)
        let members = graph.additions[graph.additions.count - 1].members
        open += members.count
        if let producer = joining.producer { openChildren[producer, default: 0] += members.count }
        for index in members {
            firstDeadline = min(firstDeadline, graph.nodes[index].deadline)
            graph.nodes[index].stage = .joining
        }
        // Whether a limit of nothing is met must not depend on who is faster.
        if firstDeadline <= joining.now {
            expire(at: joining.now, standard: joining.standard)
        }
        if let cancelled { _ = cancel(members, cancelled) }
        return (found, members)
    }

    /// Lets what was added begin, now that its observers know of it.
    mutating func join(_ members: Range<Int>) {
        for index in members.reversed() {
            guard graph.nodes[index].stage == .joining else { continue }
            graph.nodes[index].stage = .waiting
            if let outcome = graph.nodes[index].result {
                close(index, outcome)
            } else if graph.nodes[index].waitsFor == 0 {
                makeReady(index)
            }
        }
    }

    /// Settles `ending` when the procedure has ended, now where it has.
    mutating func await(_ index: Int, _ ending: Ending<ErasedOutcome>) -> Settled {
        if let outcome = graph.nodes[index].outcome { return [(ending, outcome)] }
        endings[index, default: []].append(ending)
        graph.nodes[index].isAwaited = true
        return []
    }

    mutating func makeReady(_ index: Int) {
        graph.nodes[index].stage = .ready
        line(up: index)
    }

    mutating func line(up index: Int) {
        graph.nodes[index].readyBefore = lastReady
        lastReady = index
    }

    // MARK: Starting

    /// The next procedure to start; nil when none is ready.
    mutating func next() -> Turn? {
        while let index = lastReady {
            lastReady = graph.nodes[index].readyBefore
            guard graph.nodes[index].stage == .ready else { continue }
            let mayRun = graph.updateAddition(graph.nodes[index].addition) { $0.admit(index) }
            guard mayRun else { continue }
            return turn(of: index, closed: nil)
        }
        return nil
    }

    /// The next procedure to end without starting it.
    mutating func nextClosed() -> Turn? {
        while let index = closed.popLast() {
            guard graph.nodes[index].stage == .closed else { continue }
            graph.updateAddition(graph.nodes[index].addition) { $0.admit() }
            return turn(of: index, closed: graph.nodes[index].result)
        }
        return nil
    }

    mutating func start(_ execution: Execution) {
        graph.nodes[execution.index].stage = .running
        graph.nodes[execution.index].place = running.add(execution)
    }

    mutating func stop(_ index: Int) { running.remove(at: graph.nodes[index].place) }

    /// While it runs.
    func execution(of index: Int) -> Execution? {
        graph.nodes[index].stage == .running ? running[graph.nodes[index].place] : nil
    }

    private mutating func turn(of index: Int, closed: ErasedOutcome?) -> Turn? {
        guard let steps = graph.nodes[index].steps.take() else { return nil }
        let edges = graph.nodes[index].edges
        if closed == nil, !edges.isEmpty { return turn(of: index, steps, after: edges) }
        return Turn(
            index: index,
            identity: graph.nodes[index].identity,
            steps: steps,
            input: (),
            dependencies: [],
            overall: graph.nodes[index].overall,
            closed: closed
        )
    }

    private func turn(of index: Int, _ steps: Steps, after edges: Range<Int>) -> Turn {
        var found = DependencyOutcomes(
            keepsAll: !steps.conditions.isEmpty,
            keepsOutputs: steps.gathers
        )
        for edge in edges.reversed() {
            let edge = graph.edges[edge]
            // Field by field: `outcome` would be asked of a copy of the whole node.
            guard graph.nodes[edge.dependency].stage == .ended,
                let outcome = graph.nodes[edge.dependency].result
            else { continue }
            found.add(outcome, of: graph.nodes[edge.dependency].identity, edge)
        }
        let identity = graph.nodes[index].identity
        return Turn(
            index: index,
            identity: identity,
            steps: steps,
            input: found.input,
            dependencies: found.outcomes,
            overall: graph.nodes[index].overall,
            closed: found.closing(identity.name)
        )
    }
}
