/// What is ready, what runs and what has ended of one run. It waits for nothing and starts nothing.
///
/// A procedure is ready when all that it depends on has ended. Of the ready ones, the latest to become
/// so goes first: with a width of one, that is the order in which one would work through the
/// dependencies of each procedure as they are written.
struct RunState {
    /// What ended with a procedure, for those who wait for it.
    typealias Settled = [(Ending<Outcome<any Sendable>>, Outcome<any Sendable>)]

    /// A procedure to start, or to end without starting it.
    struct Turn {
        let index: Int
        let identity: ProcedureIdentity
        let steps: RunSteps
        let input: any Sendable
        let dependencies: [DependencyOutcome]
        let overall: Nanoseconds
        let closed: Outcome<any Sendable>?
    }

    var graph = RunGraph()
    var ready: [Int] = []
    /// To end without a turn on the queue.
    var closed: [Int] = []
    /// How many have not ended.
    var open = 0
    /// How many of what each procedure has produced have not ended.
    var openChildren: [Int: Int] = [:]
    var endings: [Int: [Ending<Outcome<any Sendable>>]] = [:]
    /// A worker that is on its way to take what is ready.
    var isWorkerComing = false
    /// No later than any deadline of those that have not started.
    var firstDeadline = Nanoseconds.never
    /// Additions to cancel, since one of theirs did not succeed.
    var doomed: [(addition: Int, cause: Cancellation.Cause)] = []
    /// Whatever joins from now on ends at once.
    var cancelled: Cancellation.Cause?

    var hasReady: Bool { !ready.isEmpty }
    var hasClosed: Bool { !closed.isEmpty }

    /// What runs, in the order in which it was found; few, however many wait.
    var running: Set<Int> = []
    var executions: [Execution] { running.compactMap { graph.nodes[$0].execution } }

    // MARK: Joining

    mutating func add(
        _ roots: [Description],
        by producer: Int? = nil,
        width: Int = .max,
        failsFast: Bool = false,
        standard: Deadlines,
        now: Nanoseconds
    ) throws -> (found: [Int], members: Range<Int>) {
        let found = try graph.add(
            roots,
            by: producer,
            width: width,
            failsFast: failsFast,
            standard: standard,
            now: now
        )
        let members = graph.additions[graph.additions.count - 1].members
        open += members.count
        if let producer { openChildren[producer, default: 0] += members.count }
        for index in members {
            firstDeadline = min(firstDeadline, graph.nodes[index].deadline)
            graph.nodes[index].stage = .joining(closed: nil)
        }
        // Whether a limit of nothing is met must not depend on who is faster.
        if firstDeadline <= now { expire(at: now, standard: standard) }
        if let cancelled { _ = cancel(members, cancelled) }
        return (found, members)
    }

    /// Lets what was added begin, now that its observers know of it.
    mutating func join(_ members: Range<Int>) {
        for index in members.reversed() {
            guard case .joining(let outcome) = graph.nodes[index].stage else { continue }
            graph.nodes[index].stage = .waiting
            if let outcome {
                close(index, outcome)
            } else if graph.nodes[index].waitsFor == 0 {
                makeReady(index)
            }
        }
    }

    /// Settles `ending` when the procedure has ended, now where it has.
    mutating func await(_ index: Int, _ ending: Ending<Outcome<any Sendable>>) -> Settled {
        if let outcome = graph.nodes[index].outcome { return [(ending, outcome)] }
        endings[index, default: []].append(ending)
        return []
    }

    mutating func makeReady(_ index: Int) {
        graph.nodes[index].stage = .ready
        ready.append(index)
    }

    // MARK: Starting

    /// The next procedure to start; nil when none is ready.
    mutating func next() -> Turn? {
        while let index = ready.popLast() {
            guard case .ready = graph.nodes[index].stage else { continue }
            let mayRun = graph.updateAddition(graph.nodes[index].addition) { addition in
                if addition.running < addition.width {
                    addition.running += 1
                    return true
                }
                addition.parked.append(index)
                return false
            }
            guard mayRun else { continue }
            return turn(of: index, closed: nil)
        }
        return nil
    }

    /// The next procedure to end without starting it.
    mutating func nextClosed() -> Turn? {
        while let index = closed.popLast() {
            guard case .closed(let outcome) = graph.nodes[index].stage else { continue }
            graph.updateAddition(graph.nodes[index].addition) { $0.running += 1 }
            return turn(of: index, closed: outcome)
        }
        return nil
    }

    mutating func start(_ execution: Execution) {
        running.insert(execution.index)
        graph.nodes[execution.index].stage = .running(execution)
    }

    private mutating func turn(of index: Int, closed: Outcome<any Sendable>?) -> Turn? {
        guard let steps = graph.nodes[index].steps.take() else { return nil }
        var found = DependencyOutcomes(
            keepsAll: !steps.conditions.isEmpty,
            keepsOutputs: steps.gathers
        )
        if closed == nil {
            for edge in graph.nodes[index].edges {
                guard let outcome = graph.nodes[edge.dependency].outcome else { continue }
                found.add(outcome, of: graph.nodes[edge.dependency].identity, edge)
            }
        }
        let identity = graph.nodes[index].identity
        return Turn(
            index: index,
            identity: identity,
            steps: steps,
            input: found.input,
            dependencies: found.outcomes,
            overall: graph.nodes[index].overall,
            closed: closed ?? found.closing(identity.name)
        )
    }
}
