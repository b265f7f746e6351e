/// A wait of a procedure without a slot.
///
/// The slot is lent to others until all simultaneous waits of the procedure are over. A queue of width one would
/// otherwise wait for itself.
struct SlotLoan: Sendable {
    private let execution: Execution
    /// The shift of the worker that lent the slot.
    private let shift: Int

    init(of execution: Execution) {
        let (isFree, shift) = execution.state.withLock { state in
            state.slot.loans += 1
            defer { state.slot.isHeld = false }
            return (state.slot.isHeld, state.shift)
        }
        if isFree {
            execution.core.slots.release()
            execution.run.orderWorker()
        }
        self.execution = execution
        self.shift = shift
    }

    /// Ends the wait. After the last wait, the procedure waits in line for a slot again. A procedure that is cancelled
    /// or overdue continues without one.
    ///
    /// It has no effect if the worker was abandoned, since its loans no longer count.
    func reclaim() async {
        let slots = execution.core.slots
        let isNeeded = execution.state.withLock { state in
            guard state.shift == shift else { return false }
            state.slot.loans -= 1
            return state.slot.loans == 0 && !state.slot.isOver
        }
        guard isNeeded else { return }
        let request = slots.request(.goesOn, for: execution.run.user)
        let number = request.isGranted ? nil : line(up: request)
        if number == nil { slots.withdraw(request) }
        let isGranted = await slots.wait(for: request)
        let (isTaken, others) = execution.state.withLock { state -> (Bool, [Slots.Request]) in
            if let number { state.rest.slotRequests[number] = nil }
            guard isGranted, state.slot.loans == 0, !state.slot.isOver, !state.slot.isHeld else {
                return (false, [])
            }
            state.slot.isHeld = true
            state.interrupt = nil
            return (true, state.hasRest ? Array(state.rest.slotRequests.values) : [])
        }
        if isGranted, !isTaken { slots.release() }
        // A second slot might never be free, because this one is held.
        for request in others { slots.withdraw(request) }
    }

    /// Notes a place in line. The procedure leaves it if it gets a slot for another wait, is cancelled or is overdue.
    ///
    /// - Returns: The number of the place; nil if the procedure must leave it now.
    private func line(up request: Slots.Request) -> UInt64? {
        let slots = execution.core.slots
        return execution.state.withLock { state in
            guard state.cancellation == nil, !state.isOverdue, !state.isPhaseOverdue,
                !state.slot.isHeld
            else { return nil }
            state.rest.lastSlotRequest += 1
            state.rest.slotRequests[state.rest.lastSlotRequest] = request
            let requests = Array(state.rest.slotRequests.values)
            state.interrupt = { for request in requests { slots.withdraw(request) } }
            return state.rest.lastSlotRequest
        }
    }
}
