/// In what a procedure must be alone.
struct ScopesToEnter {
    private var scopes: [(scope: any ExclusionScope, categories: Set<String>)] = []

    /// - Parameter core: Has the scope of those categories of which none is said.
    mutating func add(_ exclusions: Set<Exclusion>, _ core: QueueCore) {
        for exclusion in exclusions {
            let scope = exclusion.scope ?? core.exclusion
            if let index = scopes.firstIndex(where: { $0.scope === scope }) {
                scopes[index].categories.insert(exclusion.category)
            } else {
                scopes.append((scope, [exclusion.category]))
            }
        }
    }

    var isEmpty: Bool { scopes.isEmpty }

    /// This process before others, so that nobody keeps out other processes while it waits in its own.
    var inOrder: [(any ExclusionScope, Set<String>)] {
        if scopes.count < 2 { return scopes }
        return scopes.sorted { one, other in
            let (isFirst, isSecond) = (
                one.scope is ProcessExclusion, other.scope is ProcessExclusion
            )
            return isFirst == isSecond ? one.scope.name < other.scope.name : isFirst
        }
    }
}

// Being alone: after all conditions, for as long as the work takes.
extension Execution {
    enum Entry {
        case granted(afterWaiting: Bool)
        case closed(ErasedOutcome)
    }

    /// Waits until the procedure is alone in all its categories.
    func enter(_ scopes: ScopesToEnter) async -> Entry {
        var hasWaited = false
        for (scope, categories) in scopes.inOrder {
            let request = ExclusionRequest(
                categories,
                for: identity.name,
                inside: enclosingRequest(in: scope),
                priority: Task.currentPriority,
                escalate: { [weak self] in self?.escalate(to: $0) }
            )
            state.withLock { $0.rest.requests.append((scope, request)) }
            scope.acquire(request)
            if request.isGranted { continue }
            hasWaited = true
            if let closed = await wait(for: request, in: scope) { return .closed(closed) }
        }
        return .granted(afterWaiting: hasWaited)
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
    private func wait(
        for request: ExclusionRequest,
        in scope: any ExclusionScope
    ) async -> ErasedOutcome? {
        let answer = FirstAnswer<Void>()
        request.whenAnswered { answer.settle(()) }
        await wait(in: .exclusion, for: limits.exclusion, until: answer)
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
