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
    private(set) var open = 0
    /// The latest to become ready, which leads to the one before.
    private var lastReady: Int?
    private var running = Places<Execution>()
    private var graph = RunGraph()
    private var closed = ClosedLine()
    /// How many of what each procedure has produced have not ended.
    private var openChildren: [Int: Int] = [:]
    private var endings: [Int: [Ending<ErasedOutcome>]] = [:]
    /// No later than any deadline of those that have not started.
    private(set) var firstDeadline = Nanoseconds.never
    /// Additions to cancel, since one of theirs did not succeed.
    private var doomed: [(addition: Int, cause: Cancellation.Cause)] = []
    /// Whatever joins from now on ends at once.
    private var cancelled: Cancellation.Cause?

    var hasReady: Bool { lastReady != nil }
    var hasClosed: Bool { !closed.isEmpty }

    /// All that have joined so far.
    var indices: Range<Int> { graph.nodes.indices }

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

    private mutating func makeReady(_ index: Int) {
        graph.nodes[index].stage = .ready
        line(up: index)
    }

    private mutating func line(up index: Int) {
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

    private mutating func stop(_ index: Int) { running.remove(at: graph.nodes[index].place) }

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

    // MARK: Ending

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

    func producer(of index: Int) -> Int? { graph.producer(of: index) }

    func children(of producer: Int) -> [Int] { graph.children(of: producer) }

    /// How many of what a procedure produced have not ended.
    func openChildren(of producer: Int) -> Int { openChildren[producer] ?? 0 }

    // MARK: Ending without having started

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
                unvisited += graph.children(of: index)
            }
        }
        return executions
    }

    private mutating func close(_ index: Int, _ outcome: ErasedOutcome) {
        graph.nodes[index].result = graph.nodes[index].result ?? outcome
        if graph.nodes[index].stage == .joining { return }
        graph.nodes[index].stage = .closed
        closed.insert(index)
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
                        .deadlinePassed,
                        dependency.identity.name,
                        "has not ended within \(limit)"
                    )
                ])
            )
        }
        let noTurn = Reason(.deadlinePassed, "the queue", "had no slot free within \(limit)")
        return Refusal(
            procedure: node.identity.name,
            phase: .dependencies,
            findings: findings.isEmpty
                ? [Refusal.Finding("the queue", .undetermined([noTurn]))] : findings
        )
    }

    // MARK: Waiting

    func name(of index: Int) -> String { graph.nodes[index].identity.name }

    func isRunning(_ index: Int) -> Bool { graph.nodes[index].stage == .running }

    /// Settles `ending` when the procedure has ended, now where it has.
    mutating func await(_ index: Int, _ ending: Ending<ErasedOutcome>) -> Settled {
        if let outcome = graph.nodes[index].outcome { return [(ending, outcome)] }
        endings[index, default: []].append(ending)
        graph.nodes[index].isAwaited = true
        return []
    }

    /// What must end before a procedure of the run can: others of the run; and the procedure itself, if it runs.
    func whatEndsBefore(_ index: Int) -> (indices: [Int], execution: Execution?) {
        let node = graph.nodes[index]
        let indices: [Int]
        switch node.stage {
        case .ended, .closed: return ([], nil)
        case .running: indices = graph.children(of: index)
        case .joining, .waiting, .ready: indices = graph.edges[node.edges].map(\.dependency)
        }
        let open = indices.filter { !graph.nodes[$0].hasEnded }
        return (open, node.stage == .running ? execution(of: index) : nil)
    }
}

/// Procedures that are to end without a turn on the queue.
///
/// In the order found, a dependent comes before what it depends on; it ends after it.
private struct ClosedLine {
    /// The last is the next to end.
    private var indices: [Int] = []

    var isEmpty: Bool { indices.isEmpty }

    mutating func insert(_ index: Int) {
        guard let last = indices.last, last > index else { return indices.append(index) }
        var (low, high) = (0, indices.count)
        while low < high {
            let middle = (low + high) / 2
            if indices[middle] > index { high = middle } else { low = middle + 1 }
        }
        indices.insert(index, at: low)
    }

    mutating func popLast() -> Int? { indices.popLast() }
}
