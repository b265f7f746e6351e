/// The workers that a run has called, at most one of each rank, and that have not arrived yet.
struct WorkerCalls {
    private struct Call {
        var isComing = false
        var request: Slots.Request?
        /// A slot was granted for it, and it is still to be started.
        var hasSlot = false
    }

    private var starting = Call()
    private var returning = Call()

    // Asked for every procedure: field by field, of which nothing is copied.
    var isStarterComing: Bool { starting.isComing }
    var isReturnerComing: Bool { returning.isComing }

    /// Requests for slots, of which some may have been granted.
    var requests: [Slots.Request] { [starting, returning].compactMap(\.request) }

    mutating func begin(_ rank: Slots.Rank) { self[rank].isComing = true }

    mutating func note(_ request: Slots.Request, _ rank: Slots.Rank) {
        self[rank].request = request
    }

    /// Notes that there is a slot for a worker that is still to be started.
    mutating func putSlot(_ rank: Slots.Rank) { self[rank].hasSlot = true }

    /// Takes a slot that waits for a worker to be started, if there is one.
    mutating func takeSlot() -> Slots.Rank? {
        for rank in [Slots.Rank.goesOn, .starts] where self[rank].hasSlot {
            self[rank].hasSlot = false
            return rank
        }
        return nil
    }

    /// A worker is there, so that another may be called.
    mutating func end(_ rank: Slots.Rank) { self[rank] = Call() }

    private subscript(rank: Slots.Rank) -> Call {
        get { rank == .starts ? starting : returning }
        _modify {
            if rank == .starts { yield &starting } else { yield &returning }
        }
    }
}
