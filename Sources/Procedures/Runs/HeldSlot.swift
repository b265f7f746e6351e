import Synchronization

/// The slot that a procedure works in.
///
/// It is lent while the procedure waits for a run of its own on the same queue: who waits uses no slot,
/// and a queue of width one would otherwise wait for itself.
final class HeldSlot: Sendable {
    /// The slot of the procedure whose conditions or work this task carries out.
    @TaskLocal static var current: HeldSlot?

    /// The innermost slot of `slots` in which this task works, perhaps through other queues.
    static func current(of slots: Slots) -> HeldSlot? {
        guard let current else { return nil }
        return sequence(first: current, next: \.outer).first { $0.slots === slots }
    }

    private struct State {
        var isHeld = true
        var isOver = false
        /// How many runs the procedure waits for. While there is one, the slot is not held.
        var runs = 0
    }

    private let slots: Slots
    private let outer = HeldSlot.current
    private let state = Mutex(State())

    init(of slots: Slots) { self.slots = slots }

    /// Gives the slot to others until all runs have ended for which the procedure waits.
    func lend() {
        let isFree = state.withLock { state in
            state.runs += 1
            defer { state.isHeld = false }
            return state.isHeld
        }
        if isFree { slots.release() }
    }

    /// Ends one run; after the last, waits in line for a slot again.
    func reclaim() async {
        let isNeeded = state.withLock { state in
            state.runs -= 1
            return state.runs == 0 && !state.isOver
        }
        guard isNeeded, await slots.wait(for: slots.request()) else { return }
        let isTaken = state.withLock { state in
            guard state.runs == 0, !state.isOver, !state.isHeld else { return false }
            state.isHeld = true
            return true
        }
        if !isTaken { slots.release() }
    }

    /// The procedure has finished.
    func end() {
        let isFree = state.withLock { state in
            state.isOver = true
            defer { state.isHeld = false }
            return state.isHeld
        }
        if isFree { slots.release() }
    }
}
