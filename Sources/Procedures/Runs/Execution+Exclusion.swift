/// In what a procedure must be alone.
struct ScopesToEnter {
    typealias Entry = (scope: any ExclusionScope, categories: Set<String>, lastDeparture: UInt64)

    private var scopes: [Entry] = []

    /// - Parameter core: Has the scope of those categories of which none is said.
    mutating func add(_ exclusions: Set<Exclusion>, _ core: QueueCore) {
        for exclusion in exclusions {
            let scope = exclusion.scope ?? core.exclusion
            if let index = scopes.firstIndex(where: { $0.scope === scope }) {
                scopes[index].categories.insert(exclusion.category)
            } else {
                scopes.append((scope, [exclusion.category], 0))
            }
        }
    }

    var isEmpty: Bool { scopes.isEmpty }

    /// To be called before anything is looked at.
    mutating func beginLooking() {
        for index in scopes.indices {
            guard let scope = scopes[index].scope as? ProcessExclusion else { continue }
            scopes[index].lastDeparture = scope.lastDeparture(from: scopes[index].categories)
        }
    }

    /// Whether others may have been inside since the look began. To be called once the procedure is
    /// alone: they have left by then. Scopes beyond this process do not tell.
    var othersMayHaveLeft: Bool {
        scopes.contains { entry in
            guard let scope = entry.scope as? ProcessExclusion else { return true }
            return scope.lastDeparture(from: entry.categories) != entry.lastDeparture
        }
    }

    /// This process before others, so that nobody keeps out other processes while it waits in its own.
    var inOrder: [Entry] {
        if scopes.count < 2 { return scopes }
        return scopes.sorted { one, other in
            let (isFirst, isSecond) = (
                one.scope is ProcessExclusion, other.scope is ProcessExclusion
            )
            return isFirst == isSecond ? one.scope.name < other.scope.name : isFirst
        }
    }
}

/// A procedure that waits to be alone: for whom, and what it is to enter then.
struct Parked: Sendable {
    let request: ExclusionRequest
    let scope: any ExclusionScope
    let rest: ArraySlice<ScopesToEnter.Entry>
}

// Being alone: after all conditions, for as long as the work takes.
extension Execution {
    /// Enters one scope after the other, as long as it need not wait.
    func enter(_ scopes: ArraySlice<ScopesToEnter.Entry>) -> Gate {
        for (index, entry) in zip(scopes.indices, scopes) {
            let request = ExclusionRequest(
                entry.categories,
                for: identity.name,
                inside: enclosingRequest(in: entry.scope),
                priority: Task.currentPriority,
                escalate: { [weak self] in self?.escalate(to: $0) }
            )
            state.withLock { $0.rest.requests.append((entry.scope, request)) }
            entry.scope.acquire(request)
            if request.isGranted { continue }
            return park(Parked(request: request, scope: entry.scope, rest: scopes[(index + 1)...]))
        }
        return .open
    }

    /// Goes on after it waited, with a worker again.
    ///
    /// - Returns: nil where it did not wait.
    func goOnEntering() -> Gate? {
        let parked = state.withLock { $0.hasRest ? $0.rest.parked.take() : nil }
        guard let parked else { return nil }
        if let closed = refusal(parked.request, parked.scope) { return .closed(closed) }
        return enter(parked.rest)
    }

    /// Leaves all categories; the work and everything inside it have ended.
    func releaseExclusions() {
        let requests = state.withLock {
            state -> [(scope: any ExclusionScope, request: ExclusionRequest)] in
            guard state.hasRest else { return [] }
            defer { state.rest.requests = [] }
            return state.rest.requests
        }
        for (scope, request) in requests.reversed() { scope.release(request) }
    }

    private func enclosingRequest(in scope: any ExclusionScope) -> ExclusionRequest? {
        var next = enclosing
        while let execution = next {
            let held = execution.state.withLock { state in
                state.hasRest ? state.rest.requests.last { $0.scope === scope }?.request : nil
            }
            if let held { return held }
            next = execution.enclosing
        }
        return nil
    }

    /// - Returns: How the procedure ends where it is not let in.
    private func refusal(
        _ request: ExclusionRequest,
        _ scope: any ExclusionScope
    ) -> ErasedOutcome? {
        let (isPhaseOverdue, isOverdue) = state.withLock { ($0.isPhaseOverdue, $0.isOverdue) }
        if let cancelled = cancelled() { return cancelled }
        let limit = ((isOverdue ? limits.overall : nil) ?? limits.exclusion).inWords
        switch request.early {
        case .granted where !isPhaseOverdue && !isOverdue: return nil
        case .failed(let reason): return refused([reason])
        case .granted:
            let message = "had no slot free within \(limit)"
            return refused([Reason("deadline-passed", "the queue", message)])
        case nil:
            let message = "did not let it in within \(limit)"
            let late = Reason("deadline-passed", scope.name, message)
            return refused([late] + scope.obstacles(to: request))
        }
    }

    private func refused(_ reasons: [Reason]) -> ErasedOutcome {
        let names = steps.conditions.filter { !$0.exclusions.isEmpty }.map(\.name)
        let finding = Refusal.Finding(names.joined(separator: ", "), .undetermined(reasons))
        return .refused(
            Refusal(procedure: identity.name, phase: .exclusion, findings: [finding])
        )
    }
}
