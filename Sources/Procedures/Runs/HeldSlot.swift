/// The slot that a procedure works in.
///
/// It is lent while the procedure waits for something: who waits uses no slot, and a queue of width one
/// would otherwise wait for itself.
struct HeldSlot: Sendable {
    var isHeld = false
    /// The procedure has ended, and needs none any more.
    var isOver = false
    /// How many things the procedure waits for at once. While there is one, the slot is not held.
    var loans = 0
}

extension Execution {
    /// Gives the slot to others until all has come for which the procedure waits.
    ///
    /// - Returns: Which worker lent it, for ``reclaimSlot(_:)``.
    func lendSlot() -> Int {
        let (isFree, shift) = state.withLock { state in
            state.slot.loans += 1
            defer { state.slot.isHeld = false }
            return (state.slot.isHeld, state.shift)
        }
        if isFree {
            core.slots.release()
            run.orderWorker()
        }
        return shift
    }

    /// Ends one wait; after the last, waits in line for a slot again. A procedure that is cancelled
    /// meanwhile, or whose time is up, goes on without.
    ///
    /// Nothing where the worker was left behind, whose loans were forgotten.
    func reclaimSlot(_ shift: Int) async {
        let isNeeded = state.withLock { state in
            guard state.shift == shift else { return false }
            state.slot.loans -= 1
            return state.slot.loans == 0 && !state.slot.isOver
        }
        guard isNeeded else { return }
        let request = core.slots.request(.goesOn, for: run.user)
        let mayWait = state.withLock { state in
            guard state.cancellation == nil, !state.isOverdue, !state.isPhaseOverdue else {
                return false
            }
            state.interrupt = { [core] in core.slots.withdraw(request) }
            return true
        }
        if !mayWait { core.slots.withdraw(request) }
        guard await core.slots.wait(for: request) else { return }
        let isTaken = state.withLock { state in
            guard state.slot.loans == 0, !state.slot.isOver, !state.slot.isHeld else {
                return false
            }
            state.slot.isHeld = true
            state.interrupt = nil
            return true
        }
        if !isTaken { core.slots.release() }
    }

    /// Waits for something in no slot.
    func withoutSlot<Value>(_ wait: () async -> Value) async -> Value {
        let shift = lendSlot()
        let value = await wait()
        await reclaimSlot(shift)
        return value
    }
}
