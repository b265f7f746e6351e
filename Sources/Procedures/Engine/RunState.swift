import Text

/// The ready, running and ended procedures of one run. It does not wait, and starts nothing.
///
/// A procedure is ready once all its dependencies have ended. The procedure that became ready last starts first. With a
/// width of one, this works through the dependencies of each procedure in the order written.
struct RunState {
    /// Endings to settle, with the outcome of the procedure that ended.
    typealias Settled = [(Ending<ErasedOutcome>, ErasedOutcome)]

    /// A procedure to start, or to end without starting it.
    struct Turn: ~Copyable, Sendable {
        let index: Int
        let identity: ProcedureIdentity
        let steps: Steps
        let observers: [any Observer]
        let input: any Sendable
        let dependencies: [DependencyOutcome]
        let overall: Nanoseconds
        let closed: ErasedOutcome?
    }

    // First the fields that change whenever a procedure starts or ends, to keep them close together.

    /// The number of procedures that have not ended.
    private(set) var open = 0
    /// The procedure that became ready last. It leads to the one before it.
    private var lastReady: Int?
    private var running = Places<Execution>()
    private var graph = RunGraph()
    private var closed = ClosedLine()
    /// The number of products of each procedure that have not ended.
    private var openChildren: [Int: Int] = [:]
    private var endings: [Int: [Ending<ErasedOutcome>]] = [:]
    /// A lower bound of the deadlines of all procedures that have not started.
    private(set) var firstDeadline = Nanoseconds.never
    /// Additions to cancel because one of their procedures did not succeed.
    private var doomed: [(addition: Int, cause: Cancellation.Cause)] = []
    /// Set if every procedure that joins from now on ends at once.
    private var cancelled: Cancellation.Cause?

    var hasReady: Bool { lastReady != nil }
    var hasClosed: Bool { !closed.isEmpty }

    /// The indices of all procedures that have joined so far.
    var indices: Range<Int> { graph.nodes.indices }

    /// The procedures that have started and not ended.
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
        // Independent of timing: a limit of zero always expires before the procedure can start.
        if firstDeadline <= joining.now {
            expire(at: joining.now, standard: joining.standard)
        }
        if let cancelled { _ = cancel(members, cancelled) }
        return (found, members)
    }

    /// A procedure that was added, and its observers.
    typealias Observed = (index: Int, identity: ProcedureIdentity, observers: [any Observer])

    /// Returns the procedures of an addition that have observers.
    func observed(_ members: Range<Int>, always: [any Observer]) -> [Observed] {
        guard graph.isObserved || !always.isEmpty else { return [] }
        return members.compactMap { index in
            let observers = (graph.nodes[index].steps?.observers ?? []) + always
            return observers.isEmpty ? nil : (index, graph.nodes[index].identity, observers)
        }
    }

    /// Lets an addition begin after its observers were notified.
    mutating func join(_ members: Range<Int>, _ observed: [Observed]) {
        for (index, _, observers) in observed { graph.nodes[index].observers = observers }
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

    /// Returns the next procedure to start, or nil if none is ready.
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

    /// Returns the next procedure to end without starting it.
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

    /// Returns the execution of a running procedure.
    func execution(of index: Int) -> Execution? {
        graph.nodes[index].stage == .running ? running[graph.nodes[index].place] : nil
    }

    private mutating func turn(of index: Int, closed: ErasedOutcome?) -> Turn? {
        guard let steps = graph.nodes[index].steps.take() else { return nil }
        let edges = graph.nodes[index].edges
        let observers = graph.nodes[index].observers
        graph.nodes[index].observers = []
        if closed == nil, !edges.isEmpty { return turn(of: index, steps, observers, after: edges) }
        return Turn(
            index: index,
            identity: graph.nodes[index].identity,
            steps: steps,
            observers: observers,
            input: (),
            dependencies: [],
            overall: graph.nodes[index].overall,
            closed: closed
        )
    }

    private func turn(
        of index: Int,
        _ steps: Steps,
        _ observers: [any Observer],
        after edges: Range<Int>
    ) -> Turn {
        var found = DependencyOutcomes(
            keepsAll: !steps.conditions.isEmpty,
            keepsOutputs: steps.gathers
        )
        for edge in edges.reversed() {
            let edge = graph.edges[edge]
            // Field by field: reading `outcome` would copy the whole node.
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
            observers: observers,
            input: found.input,
            dependencies: found.outcomes,
            overall: graph.nodes[index].overall,
            closed: found.closing(identity.name)
        )
    }

    // MARK: Ending

    /// Records the end of a procedure, and makes ready the procedures that waited only for it.
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

    /// Removes readers of an output. A dependent may read the output until it has ended itself.
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
            graph.updateAddition(addition) { $0.failsFast = false }
        }
    }

    /// Makes the next procedure beyond the width ready. Some of those may have ended meanwhile.
    private mutating func unpark(_ addition: Int) {
        while let parked = graph.updateAddition(addition, { $0.unpark() }) {
            guard graph.nodes[parked].stage == .ready else { continue }
            return line(up: parked)
        }
    }

    /// Returns the executions to cancel because of procedures that have ended.
    mutating func takeDoomed() -> [(Execution, Cancellation.Cause)] {
        guard !doomed.isEmpty else { return [] }
        defer { doomed = [] }
        return doomed.flatMap { addition, cause in
            cancel(graph.additions[addition].members, cause).map { ($0, cause) }
        }
    }

    func producer(of index: Int) -> Int? { graph.producer(of: index) }

    func children(of producer: Int) -> [Int] { graph.children(of: producer) }

    /// Returns the number of a procedure's products that have not ended.
    func openChildren(of producer: Int) -> Int { openChildren[producer] ?? 0 }

    // MARK: Ending without a start

    /// Cancels all procedures, and every procedure that joins later.
    mutating func cancelAll(_ cause: Cancellation.Cause) -> [Execution] {
        cancelled = cancelled ?? cause
        return cancel(graph.nodes.indices, cause)
    }

    /// Closes the procedures that have not started, among some procedures and their products.
    ///
    /// - Returns: The running ones among them, to be cancelled.
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

    /// Refuses every procedure that should have started by now.
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

    /// Returns `ending` with its outcome if the procedure has ended. Otherwise registers it for the end.
    mutating func await(_ index: Int, _ ending: Ending<ErasedOutcome>) -> Settled {
        if let outcome = graph.nodes[index].outcome { return [(ending, outcome)] }
        endings[index, default: []].append(ending)
        graph.nodes[index].isAwaited = true
        return []
    }

    /// Returns the procedures of the run that must end before a procedure can, and its own execution if it runs.
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

/// The procedures that end without a turn on the queue.
///
/// A dependent is found before its dependencies, and must end after them.
private struct ClosedLine {
    /// The indices in ascending order. The last one is the next to end.
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
