// Waiting to be alone: in no slot and with no worker, which goes on with others meanwhile.
extension Execution {
    /// Lets go of the worker until there is an answer and a slot, or the wait is ended.
    func park(_ parked: Parked) -> Gate {
        let limit = limits.exclusion
        let deadline = min(Nanoseconds(clamping: limit).after(core.now), turn.overall)
        let wait = state.withLock { state -> (shift: Int, hadSlot: Bool)? in
            state.isPhaseOverdue = limit <= .zero
            state.rest.parked = parked
            guard state.cancellation == nil, !state.isOverdue, limit > .zero else { return nil }
            defer { state.slot.isHeld = false }
            state.phase = .exclusion
            state.deadline = deadline
            state.worker = nil
            state.shift += 1
            let shift = state.shift
            state.interrupt = { [self] in endWait(shift) }
            state.rest.isParked = true
            return (shift, state.slot.isHeld)
        }
        guard let wait else { return goOnEntering() ?? .open }
        core.note(deadline)
        parked.request.whenAnswered { [run] in run.comeBack(self, from: wait.shift) }
        return .parked(hadSlot: wait.hadSlot)
    }

    /// It goes on, without a slot, to tell why it ends.
    private func endWait(_ shift: Int) {
        if state.withLock({ $0.unpark(from: shift) }) { run.conclude(self) }
    }

    /// - Parameter shift: In which it waited, for it may do so again.
    /// - Returns: Whether it goes on with a worker that has a slot; not if its wait was ended.
    func comeBack(to worker: Worker, from shift: Int) -> Bool {
        state.withLock { state in
            guard state.unpark(from: shift) else { return false }
            state.worker = worker
            state.slot.isHeld = true
            return true
        }
    }
}

extension ExecutionState {
    /// - Returns: Whether it was parked.
    fileprivate mutating func unpark(from shift: Int) -> Bool {
        guard hasRest, rest.isParked, self.shift == shift else { return false }
        rest.isParked = false
        interrupt = nil
        deadline = .never
        return true
    }
}
