import Text

/// Work would have waited for a procedure that can end only after it.
public struct WaitCycle: Error, Hashable, Sendable {
    /// The name of the procedure whose work would have waited.
    public let waiting: String
    public let awaited: String

    public init(waiting: String, awaited: String) {
        self.waiting = waiting
        self.awaited = awaited
    }
}

extension WaitCycle: CustomStringConvertible {
    public var description: String {
        let problem = "`\(waiting)` cannot wait for `\(awaited)`, which ends only after it"
        return "\(problem); wait for it outside the work, or in a detached task".onOneLine
    }
}

/// A procedure of a run that others wait for.
struct AwaitedProcedure: Hashable, Sendable {
    let run: Run
    let index: Int

    static func == (one: Self, other: Self) -> Bool {
        one.run === other.run && one.index == other.index
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(run))
        hasher.combine(index)
    }

    var name: String { run.state.withLock { $0.run.graph.nodes[index].identity.name } }

    /// Whether it can end only after `execution`: by what it depends on, what it has produced, what runs
    /// inside it, and what its work waits for.
    func endsAfter(_ execution: Execution) -> Bool {
        let end = AwaitedProcedure(run: execution.run, index: execution.index)
        var seen: Set<AwaitedProcedure> = []
        var next = [self]
        while let one = next.popLast() {
            if one == end { return true }
            if seen.insert(one).inserted { next += one.run.whatEndsBefore(one.index) }
        }
        return false
    }
}

extension Execution {
    /// Waits in no slot for another procedure.
    ///
    /// It is noted before it is checked: of two that begin to wait for each other at least one sees the other.
    func waiting<Value>(
        for awaited: AwaitedProcedure,
        _ wait: () async -> Value
    ) async throws(WaitCycle) -> Value {
        state.withLock { $0.rest.awaited.append(awaited) }
        defer {
            state.withLock { state in
                if let index = state.rest.awaited.firstIndex(of: awaited) {
                    state.rest.awaited.remove(at: index)
                }
            }
        }
        if awaited.endsAfter(self) {
            throw WaitCycle(waiting: identity.name, awaited: awaited.name)
        }
        return await withoutSlot(wait)
    }

    /// What must end before its work can.
    fileprivate var awaitedProcedures: [AwaitedProcedure] {
        state.withLock { state in
            guard state.hasRest else { return [] }
            let nested = state.rest.nested.values.map { AwaitedProcedure(run: $0, index: 0) }
            return state.rest.awaited + nested
        }
    }
}

extension Run {
    fileprivate func whatEndsBefore(_ index: Int) -> [AwaitedProcedure] {
        let (indices, execution) = state.withLock { $0.run.whatEndsBefore(index) }
        let own = indices.map { AwaitedProcedure(run: self, index: $0) }
        return own + (execution?.awaitedProcedures ?? [])
    }
}

extension RunState {
    /// Of the same run; and the procedure itself, if it runs.
    fileprivate func whatEndsBefore(_ index: Int) -> (indices: [Int], execution: Execution?) {
        let node = graph.nodes[index]
        let indices: [Int]
        switch node.stage {
        case .ended, .closed: return ([], nil)
        case .running: indices = children(of: index)
        case .joining, .waiting, .ready: indices = graph.edges[node.edges].map(\.dependency)
        }
        let open = indices.filter { !graph.nodes[$0].hasEnded }
        return (open, node.stage == .running ? execution(of: index) : nil)
    }
}
