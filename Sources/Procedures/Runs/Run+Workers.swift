// Who carries a run out.
extension Run {
    /// A worker that was called.
    struct Call {
        /// It has not arrived yet.
        var isComing = false
        var request: Slots.Request?
        /// A slot was granted for it, and it is still to be started.
        var hasSlot = false
    }

    /// The same as ``callWorker()``, from within a procedure, whose task-local values are not for others.
    func orderWorker() {
        guard isAwaited else { return callWorker() }
        if state.withLock({ $0.isCallNeeded }) { order(.callWorker) }
    }

    /// Sees to it that a worker comes where something is to go on or is ready.
    func callWorker() {
        for rank in [Slots.Rank.goesOn, .starts] { callWorker(rank) }
    }

    private func callWorker(_ rank: Slots.Rank) {
        let isNeeded = state.withLock { state in
            guard state.isCallNeeded(rank) else { return false }
            state[rank].isComing = true
            return true
        }
        guard isNeeded else { return }
        let request = core.slots.request(rank, for: user)
        let isDone = state.withLock { state in
            state[rank].request = request
            return state.isDone
        }
        if isDone { core.slots.withdraw(request) }
        if request.isGranted { return Worker.start(in: self, rank) }
        core.slots.whenGranted(request) { [self] in orderStart(rank) }
    }

    /// Has a worker started, for which there is a slot now; by the task that has the task-local values for
    /// that, if any. Until then a run costs no worker.
    private func orderStart(_ rank: Slots.Rank) {
        guard isAwaited else { return Worker.start(in: self, rank) }
        let isDone = state.withLock { state in
            state[rank].hasSlot = !state.isDone
            return state.isDone
        }
        if isDone { core.slots.release() } else { order(.startWorker) }
    }

    /// Takes a slot that waits for a worker to be started, if there is one.
    func takeSlot() -> Slots.Rank? {
        state.withLock { state in
            for rank in [Slots.Rank.goesOn, .starts] where state[rank].hasSlot {
                state[rank].hasSlot = false
                return rank
            }
            return nil
        }
    }

    /// A worker has its slot, which goes on to others where there is nothing for it any more.
    func arrive(_ worker: Worker, _ rank: Slots.Rank) -> Worker.Assignment? {
        // While the queue is suspended nothing starts, but what has started goes on.
        let mayStart = rank == .starts || !core.slots.isSuspended
        let (first, needsWorker) = state.withLock { state in
            state[rank] = Call()
            return next(on: worker, mayStart: mayStart, &state)
        }
        if needsWorker { callWorker() }
        if first == nil { core.slots.release() }
        return first
    }

    /// What a worker goes on with whose procedure waits in no slot.
    func takeNext(on worker: Worker) -> Worker.Assignment? {
        let (assignment, needsWorker) = state.withLock {
            next(on: worker, mayStart: true, &$0)
        }
        if needsWorker { callWorker() }
        return assignment
    }

    /// What a worker is to carry out next, and whether another worker could find something too.
    func next(
        on worker: Worker,
        mayStart: Bool,
        _ state: inout State
    ) -> (Worker.Assignment?, Bool) {
        while let back = state.back.popFirst() {
            guard back.execution.comeBack(to: worker, from: back.shift) else { continue }
            return (.goOn(back.execution), state.isCallNeeded)
        }
        guard mayStart, let turn = state.run.next() else { return (nil, false) }
        let execution = Execution(turn, on: worker)
        state.run.start(execution)
        return (.begin(execution), state.isCallNeeded)
    }

    // MARK: What waited

    /// Has a procedure go on that waits no more: by whoever ends one just now, or by another worker.
    func comeBack(_ execution: Execution, from shift: Int) {
        let isNeeded = state.withLock { state in
            // Its wait may have been ended meanwhile, and all else.
            guard !state.isDone else { return false }
            state.back.append((execution, shift))
            return state.ending == 0
        }
        if isNeeded { orderWorker() }
    }

    /// Says that a procedure is about to end, whose worker will see what comes back by that.
    func announceEnd() { state.withLock { $0.ending += 1 } }
}

extension Run.State {
    subscript(rank: Slots.Rank) -> Run.Call {
        get { rank == .starts ? starting : returning }
        _modify {
            if rank == .starts { yield &starting } else { yield &returning }
        }
    }

    /// Asked for every procedure: field by field, of which nothing is copied.
    fileprivate var isCallNeeded: Bool { isStarterNeeded || isReturnerNeeded }
    private var isStarterNeeded: Bool { !starting.isComing && run.hasReady }
    private var isReturnerNeeded: Bool { !returning.isComing && !back.isEmpty }

    fileprivate func isCallNeeded(_ rank: Slots.Rank) -> Bool {
        rank == .starts ? isStarterNeeded : isReturnerNeeded
    }
}
