/// The workers that a run has called and that have not arrived, at most one of each rank.
struct WorkerCalls {
    private struct Call {
        var isComing = false
        var request: Slots.Request?
        /// True if a slot was granted for a worker that was not started yet.
        var hasSlot = false
    }

    private var starting = Call()
    private var returning = Call()

    // Read for every procedure: separate properties, which copy nothing.
    var isStarterComing: Bool { starting.isComing }
    var isReturnerComing: Bool { returning.isComing }

    /// Requests for slots. Some of them may have been granted.
    var requests: [Slots.Request] { [starting, returning].compactMap(\.request) }

    mutating func begin(_ rank: Slots.Rank) { self[rank].isComing = true }

    mutating func note(_ request: Slots.Request, _ rank: Slots.Rank) {
        self[rank].request = request
    }

    /// Records a slot for a worker that is still to be started.
    mutating func putSlot(_ rank: Slots.Rank) { self[rank].hasSlot = true }

    /// Takes a slot that waits for the start of a worker, if there is one.
    mutating func takeSlot() -> Slots.Rank? {
        for rank in [Slots.Rank.goesOn, .starts] where self[rank].hasSlot {
            self[rank].hasSlot = false
            return rank
        }
        return nil
    }

    /// Records the arrival of a worker. Another one may be called then.
    mutating func end(_ rank: Slots.Rank) { self[rank] = Call() }

    private subscript(rank: Slots.Rank) -> Call {
        get { rank == .starts ? starting : returning }
        _modify {
            if rank == .starts { yield &starting } else { yield &returning }
        }
    }
}
