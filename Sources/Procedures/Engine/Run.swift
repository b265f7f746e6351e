/// One run of a procedure with all that it depends on and all that these produce.
///
/// Workers carry it out, so many as there are slots and procedures that are ready. They live no longer
/// than the run, which lives until the last of its procedures has ended.
final class Run: Sendable {
    private struct State {
        var run = RunState()
        var calls = WorkerCalls()
        /// What waits no more and is to go on, the first to come first.
        var back = FifoLine<(execution: Execution, shift: Int)>()
        /// How many are about to end, and will see what came back.
        var ending = 0
        var childrenEnded: [Int: FirstAnswer<Void>] = [:]
        var isDone = false

        var isCallNeeded: Bool { isStarterNeeded || isReturnerNeeded }
        private var isStarterNeeded: Bool { !calls.isStarterComing && run.hasReady }
        private var isReturnerNeeded: Bool { !calls.isReturnerComing && !back.isEmpty }

        func isCallNeeded(_ rank: Slots.Rank) -> Bool {
            rank == .starts ? isStarterNeeded : isReturnerNeeded
        }

        /// Who waits for all that a procedure has produced, where this was the last of that.
        mutating func childrenEnded(with index: Int) -> FirstAnswer<Void>? {
            guard let producer = run.producer(of: index), run.openChildren(of: producer) == 0
            else { return nil }
            return childrenEnded.removeValue(forKey: producer)
        }
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
    private let state = Locked(State())

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
            let reason = Reason(.shuttingDown, "the queue", "shuts down and takes nothing more")
            return refuse(.undetermined([reason]))
        }
        join(state.withLock { $0.run.indices })
        callWorker()
    }

    /// Does what the run needs of its caller, who waits for it, until all have ended.
    func conduct() async {
        repeat { await orders.wait() } while followOrders()
    }

    private func order(_ order: Orders.Order) {
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
    private func finish() {
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
    private func join(_ members: Range<Int>) {
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

    // MARK: Producing

    /// What a procedure has added to its run: where each is, and what it comes to.
    typealias Added = (indices: [Int], endings: [Ending<ErasedOutcome>])

    /// - Throws: ``ConflictingDescriptions``, ``ProcedureCycle``, ``OutputIsGone``, ``WorkIsOver``; nothing
    ///   is added then.
    func add(
        _ roots: [Description],
        by producer: Execution,
        width: Int = .max,
        failsFast: Bool = false
    ) throws -> Added {
        let joining = Joining(
            by: producer.index,
            width: width,
            failsFast: failsFast,
            standard: core.deadlines,
            now: core.now
        )
        let (members, added, settled) = try state.withLock { state in
            // Who has ended cannot be waited for, and its run may have ended too.
            guard state.run.isRunning(producer.index) else {
                throw WorkIsOver(procedure: producer.identity.name)
            }
            let (indices, members) = try state.run.add(roots, joining)
            let endings = indices.map { _ in Ending<ErasedOutcome>() }
            let settled = zip(indices, endings).flatMap { state.run.await($0, $1) }
            return (members, (indices, endings) as Added, settled)
        }
        for (ending, outcome) in settled { ending.settle(outcome) }
        join(members)
        orderWorker()
        return added
    }

    /// Is settled when all that a procedure has produced has ended; nil where it has already.
    func childrenEnded(of producer: Execution) -> FirstAnswer<Void>? {
        state.withLock { state in
            guard state.run.openChildren(of: producer.index) > 0 else { return nil }
            let answer = FirstAnswer<Void>()
            state.childrenEnded[producer.index] = answer
            return answer
        }
    }

    func producer(of execution: Execution) -> Execution? {
        state.withLock { state in
            state.run.producer(of: execution.index).flatMap { state.run.execution(of: $0) }
        }
    }

    // MARK: Workers

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
            state.calls.begin(rank)
            return true
        }
        guard isNeeded else { return }
        let request = core.slots.request(rank, for: user)
        let isDone = state.withLock { state in
            state.calls.note(request, rank)
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
            if !state.isDone { state.calls.putSlot(rank) }
            return state.isDone
        }
        if isDone { core.slots.release() } else { order(.startWorker) }
    }

    private func takeSlot() -> Slots.Rank? { state.withLock { $0.calls.takeSlot() } }

    /// A worker has its slot, which goes on to others where there is nothing for it any more.
    func arrive(_ worker: Worker, _ rank: Slots.Rank) -> Worker.Assignment? {
        // While the queue is suspended nothing starts, but what has started goes on.
        let mayStart = rank == .starts || !core.slots.isSuspended
        let (first, needsWorker) = state.withLock { state in
            state.calls.end(rank)
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
    private func next(
        on worker: Worker,
        mayStart: Bool,
        _ state: inout State
    ) -> (Worker.Assignment?, Bool) {
        while let back = state.back.popFirst() {
            guard back.execution.exclusion.comeBack(to: worker, from: back.shift) else { continue }
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

    // MARK: Ending

    /// - Parameters:
    ///   - isAnnounced: Whether that was said: see ``announceEnd()``.
    ///   - worker: Who is to start the next, if any.
    /// - Returns: That procedure, where one is ready.
    func end(
        _ execution: Execution,
        _ outcome: ErasedOutcome,
        isAnnounced: Bool,
        next worker: Worker?
    ) -> Worker.Assignment? {
        let end = state.withLock { state in
            if isAnnounced { state.ending -= 1 }
            return note(execution.index, outcome, next: worker, &state)
        }
        settle(end)
        if end.needsWorker { callWorker() }
        return end.next
    }

    private struct End {
        let next: Worker.Assignment?
        let needsWorker: Bool
        let settled: RunState.Settled
        let cancelled: [(Execution, Cancellation.Cause)]
        let children: FirstAnswer<Void>?
        let hasClosed: Bool
        let requests: [Slots.Request]
        let isDone: Bool
    }

    private func note(
        _ index: Int,
        _ outcome: ErasedOutcome,
        next worker: Worker?,
        _ state: inout State
    ) -> End {
        var settled = state.run.end(index, outcome)
        if index == 0 { settled.append((ending, outcome)) }
        var cancelled = state.run.takeDoomed()
        if index == 0, state.run.open > 0 {
            let cause = Cancellation.Cause.producer(identity.name)
            cancelled += state.run.cancelAll(cause).map { ($0, cause) }
        }
        if state.run.open == 0 {
            state.isDone = true
            // What came back and was ended before a worker saw it would hold the run.
            state.back = FifoLine()
        }
        let (next, needsWorker) =
            worker.map { self.next(on: $0, mayStart: true, &state) } ?? (nil, false)
        return End(
            next: next,
            needsWorker: needsWorker,
            settled: settled,
            cancelled: cancelled,
            children: state.childrenEnded(with: index),
            hasClosed: state.run.hasClosed,
            requests: state.isDone ? state.calls.requests : [],
            isDone: state.isDone
        )
    }

    private func settle(_ end: End) {
        for (ending, outcome) in end.settled { ending.settle(outcome) }
        for (execution, cause) in end.cancelled { execution.cancel(cause) }
        end.children?.settle(())
        if end.hasClosed { order(.endClosed) }
        guard end.isDone else { return }
        end.requests.forEach(core.slots.withdraw)
        core.active.leave(self)
        finish()
    }

    // MARK: Cancelling

    func cancel(_ cause: Cancellation.Cause) {
        cancel(cause) { $0.cancelAll(cause) }
    }

    func cancel(_ indices: [Int], _ cause: Cancellation.Cause) {
        cancel(cause) { $0.cancel(indices, cause) }
    }

    func cancelChildren(of producer: Execution, _ cause: Cancellation.Cause) {
        cancel(cause) { $0.cancel($0.children(of: producer.index), cause) }
    }

    private func cancel(
        _ cause: Cancellation.Cause,
        _ close: (inout RunState) -> [Execution]
    ) {
        let (executions, hasClosed) = state.withLock { (close(&$0.run), $0.run.hasClosed) }
        for execution in executions { execution.cancel(cause) }
        if hasClosed { order(.endClosed) }
    }

    func conclude(_ execution: Execution) { order(.conclude(execution)) }

    func escalate(to priority: TaskPriority) {
        for execution in executions { execution.escalate(to: priority) }
    }

    // MARK: Deadlines

    private func noteDeadlines() {
        let (first, hasClosed) = state.withLock { ($0.run.firstDeadline, $0.run.hasClosed) }
        if hasClosed { order(.endClosed) }
        core.note(first)
    }

    /// Expires what is due.
    ///
    /// - Returns: The earliest deadline that is not.
    func expire(at now: Nanoseconds) -> Nanoseconds {
        let (executions, hasClosed, first) = state.withLock { state in
            state.run.expire(at: now, standard: core.deadlines)
            return (state.run.executions, state.run.hasClosed, state.run.firstDeadline)
        }
        if hasClosed { order(.endClosed) }
        return executions.map { $0.expire(at: now) }.reduce(first, min)
    }

    private var executions: [Execution] { state.withLock { $0.run.executions } }

    /// What has not returned.
    var executing: [ProcedureIdentity] {
        executions.map(\.identity).sorted { $0.description < $1.description }
    }

    /// How many procedures are in which phase.
    var activity: [Phase: Int] {
        let (executions, open) = state.withLock { ($0.run.executions, $0.run.open) }
        var counts = Dictionary(executions.map { ($0.phase, 1) }, uniquingKeysWith: +)
        counts[.dependencies, default: 0] += open - executions.count
        return counts
    }

    // MARK: Waiting for one another

    func name(of index: Int) -> String { state.withLock { $0.run.name(of: index) } }

    /// What must end before a procedure of the run can, wherever it runs.
    func whatEndsBefore(_ index: Int) -> [AwaitedProcedure] {
        let (indices, execution) = state.withLock { $0.run.whatEndsBefore(index) }
        let own = indices.map { AwaitedProcedure(run: self, index: $0) }
        return own + (execution?.inside.awaited ?? [])
    }
}
