// What a condition does besides looking. Where it was left behind, nothing: it has no say any more.
extension Execution {
    func beginRemedying(_ shift: Int) { setTime(.remedies, limits.remedies, shift) }

    func endRemedying(_ shift: Int) {
        let index = state.withLock { $0.look.next }
        guard index < steps.conditions.count else { return }
        setTime(.conditions, limit(of: index), shift)
    }

    func keep(_ value: any Sendable, for key: PermitKey, _ shift: Int) {
        state.withLock { state in
            if state.shift == shift { state.rest.permits[key.number] = value }
        }
    }

    func kept(for key: PermitKey) -> (any Sendable)? {
        state.withLock { $0.hasRest ? $0.rest.permits[key.number] : nil }
    }

    /// Lets go of what conditions left for work that did not run, before anybody learns of the end.
    func dropPermits() {
        _ = state.withLock { state -> [UInt64: any Sendable] in
            guard state.hasRest else { return [:] }
            defer { state.rest.permits = [:] }
            return state.rest.permits
        }
    }

    private func setTime(_ phase: Phase, _ limit: Duration, _ shift: Int) {
        let deadline = min(Nanoseconds(clamping: limit).after(core.now), turn.overall)
        let isOurs = state.withLock { state in
            guard state.shift == shift, state.look.isLooking else { return false }
            state.phase = phase
            state.deadline = deadline
            return true
        }
        if isOurs { core.note(deadline) }
    }
}
