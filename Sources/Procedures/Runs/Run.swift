/// One run of a procedure with all that it depends on and all that these produce.
///
/// Workers carry it out, so many as there are slots and procedures that are ready. They live no longer
/// than the run, which lives until the last of its procedures has ended.
final class Run: Sendable {
    struct State {
        var run = RunState()
        var starting = Call()
        var returning = Call()
        /// What waits no more and is to go on, the first to come first.
        var back = FifoLine<(execution: Execution, shift: Int)>()
        /// How many are about to end, and will see what came back.
        var ending = 0
        var childrenEnded: [Int: FirstAnswer<Void>] = [:]
        var isDone = false
    }

    let core: QueueCore
    /// The procedure in which this run is waited for, if any.
    let parent: Execution?
    let user = Slots.User()
    let priority = Task.currentPriority
    let identity: ProcedureIdentity
    let hasFailed: Bool
    /// What the procedure came to for which all this is.
    let ending = Ending<ErasedOutcome>()
    /// Whether a task waits for it and has its task-local values.
    let isAwaited: Bool
    private let orders: Orders
    let state = Locked(State())

    /// - Throws: ``ConflictingDescriptions``.
    init(_ root: Description, in core: QueueCore, parent: Execution?, isAwaited: Bool) throws {
        self.core = core
        self.parent = parent
        self.isAwaited = isAwaited
        orders = Orders(isAwaited: isAwaited)
        hasFailed = false
        identity = root.identity
        let now = core.now
        try state.withLock { state in
            _ = try state.run.add([root], Joining(standard: core.deadlines, now: now))
        }
    }

    /// A run of nothing, which has failed already, and is not to begin.
    init(failing error: any Error, _ identity: ProcedureIdentity, in core: QueueCore) {
        self.core = core
        self.identity = identity
        parent = nil
        isAwaited = false
        orders = Orders(isAwaited: false)
        hasFailed = true
        ending.settle(.failed(error))
    }

    /// What the procedure came to for which all this is, once all has ended.
    var outcome: ErasedOutcome { ending.value ?? .failed(CancellationError()) }

    // MARK: Beginning and waiting

    /// Joins the queue, and has what is ready carried out.
    func begin() {
        guard core.active.enter(self) else {
            let reason = Reason("shutting-down", "the queue", "shuts down and takes nothing more")
            return refuse(.undetermined([reason]))
        }
        join(state.withLock { $0.run.graph.nodes.indices })
        callWorker()
    }

    /// Does what the run needs of its caller, who waits for it, until all have ended.
    func conduct() async {
        repeat { await orders.wait() } while followOrders()
    }

    func order(_ order: Orders.Order) {
        guard orders.put(order) else { return }
        Task.detached(priority: priority) { [self] in _ = followOrders() }
    }

    /// Not inlined: what waits for orders would hold the stack for all of this.
    ///
    /// - Returns: Whether there are more to come.
    @inline(never) private func followOrders() -> Bool {
        while let order = orders.next() {
            switch order {
            case .conclude(let execution): Worker.start(in: self, concluding: execution)
            case .endClosed: endClosed()
            case .callWorker: callWorker()
            case .startWorker: while let rank = takeSlot() { Worker.start(in: self, rank) }
            case .done:
                // The order to start may come after this one, to nobody.
                while takeSlot() != nil { core.slots.release() }
                return false
            }
        }
        return true
    }

    /// Lets go of who waits for the run.
    func finish() {
        if isAwaited { order(.done) }
    }

    /// Ends a run that has not begun.
    private func refuse(_ result: ConditionResult) {
        let finding = Refusal.Finding("the queue", result)
        let refusal = Refusal(procedure: identity.name, phase: .enqueueing, findings: [finding])
        ending.settle(.refused(refusal))
        finish()
    }

    /// Tells of what was added, and lets it begin then: it is told of before all else.
    func join(_ members: Range<Int>) {
        let attached = state.withLock { $0.run.observed(members, always: core.observers) }
        for (identity, observers) in attached {
            for observer in observers { observer.didAttach(to: identity) }
        }
        state.withLock { $0.run.join(members) }
        noteDeadlines()
    }

    private func endClosed() {
        // Without a task: what ends so only needs the way to its run.
        let nobody = Worker(self)
        while let turn = state.withLock({ $0.run.nextClosed() }) {
            Execution(turn, on: nobody).endUnstarted()
        }
        callWorker()
    }
}
