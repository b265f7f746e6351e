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
        let mayWait = execution.state.withLock { state in
            guard state.cancellation == nil, !state.isOverdue, !state.isPhaseOverdue else {
                return false
            }
            // Another wait of the procedure may have ended before, and be in line too.
            let others = state.interrupt
            state.interrupt = {
                others?()
                slots.withdraw(request)
            }
            return true
        }
        if !mayWait { slots.withdraw(request) }
        guard await slots.wait(for: request) else { return }
        let (isTaken, others) = execution.state.withLock { state in
            guard state.slot.loans == 0, !state.slot.isOver, !state.slot.isHeld else {
                return (false, nil as (@Sendable () -> Void)?)
            }
            state.slot.isHeld = true
            return (true, state.interrupt.take())
        }
        guard isTaken else { return slots.release() }
        // One slot is enough for all. A second one might never be free, because this one is held.
        others?()
    }
}
