/// One run of a procedure, with all its dependencies and all procedures that these produce.
///
/// Workers carry it out, as many as there are slots and ready procedures. They live no longer than the run, which lives
/// until the last of its procedures has ended.
final class Run: Sendable {
    private struct State {
        var run = RunState()
        var calls = WorkerCalls()
        /// Procedures whose wait is over and that must continue, first come first served.
        var back = FifoLine<(execution: Execution, shift: Int)>()
        /// The number of procedures that are about to end, and whose workers will look at `back`.
        var ending = 0
        var childrenEnded: [Int: FirstAnswer<Void>] = [:]
        var isDone = false

        var isCallNeeded: Bool { isStarterNeeded || isReturnerNeeded }
        private var isStarterNeeded: Bool { !calls.isStarterComing && run.hasReady }
        private var isReturnerNeeded: Bool { !calls.isReturnerComing && !back.isEmpty }

        func isCallNeeded(_ rank: Slots.Rank) -> Bool {
            rank == .starts ? isStarterNeeded : isReturnerNeeded
        }

        /// Returns the waiter for all products of a procedure, if this was the last of them.
        mutating func childrenEnded(with index: Int) -> FirstAnswer<Void>? {
            guard let producer = run.producer(of: index), run.openChildren(of: producer) == 0
            else { return nil }
            return childrenEnded.removeValue(forKey: producer)
        }
    }

    let core: QueueCore
    /// The procedure in which this run is awaited, if any.
    let parent: Execution?
    let user = Slots.User()
    let priority = Task.currentPriority
    let identity: ProcedureIdentity
    let hasFailed: Bool
    /// The outcome of the procedure that the run was made for.
    let ending = Ending<ErasedOutcome>()
    /// True if a task with the right task-local values waits for the run.
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

    /// A run without procedures, which has already failed and must not begin.
    init(failing error: any Error, _ identity: ProcedureIdentity, in core: QueueCore) {
        self.core = core
        self.identity = identity
        parent = nil
        isAwaited = false
        orders = Orders(isAwaited: false)
        hasFailed = true
        ending.settle(.failed(error))
    }

    /// The outcome of the procedure that the run was made for, once everything has ended.
    var outcome: ErasedOutcome { ending.value ?? .failed(CancellationError()) }

    // MARK: Beginning and waiting

    /// Joins the queue, and calls a worker for the ready procedures.
    func begin() {
        guard core.active.enter(self) else {
            let reason = Reason(.shuttingDown, "the queue", "shuts down and takes nothing more")
            return refuse(.undetermined([reason]))
        }
        core.bodies?.begin()
        join(state.withLock { $0.run.indices })
        callWorker()
    }

    /// Carries out the orders of the run in the calling task, until all procedures have ended.
    func conduct() async {
        repeat { await orders.wait() } while followOrders()
    }

    private func order(_ order: Orders.Order) {
        guard orders.put(order) else { return }
        Task.detached(priority: priority) { [self] in _ = followOrders() }
    }

    /// Not inlined: the waiting task would hold the stack for all of this.
    ///
    /// - Returns: True if more orders will follow.
    @inline(never) private func followOrders() -> Bool {
        while let order = orders.next() {
            switch order {
            case .conclude(let execution): Worker.start(in: self, concluding: execution)
            case .endClosed: endClosed()
            case .callWorker: callWorker()
            case .startWorker: while let rank = takeSlot() { Worker.start(in: self, rank) }
            case .done:
                // The order to start may come after this one, when no task reads orders any more.
                while takeSlot() != nil { core.slots.release() }
                return false
            }
        }
        return true
    }

    /// Releases the task that waits for the run.
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

    /// Notifies observers of an addition, and then lets it begin. This notification precedes all others.
    private func join(_ members: Range<Int>) {
        var observed = state.withLock { $0.run.observed(members, always: core.observers) }
        for place in observed.indices {
            let identity = observed[place].identity
            let observers = observed[place].observers.compactMap { $0.observer(of: identity) }
            observed[place].observers = observers
            for observer in observers { observer.didAttach(to: identity) }
        }
        state.withLock { [observed] in $0.run.join(members, observed) }
        noteDeadlines()
    }

    private func endClosed() {
        // This worker has no task. A procedure that ends this way only needs a reference to its run.
        let nobody = Worker(self)
        while let turn = state.withLock({ $0.run.nextClosed() }) {
            Execution(turn, on: nobody).endUnstarted()
        }
        callWorker()
    }

    // MARK: Producing

    /// An addition by a procedure of the run: the index of each procedure, and its ending.
    typealias Added = (indices: [Int], endings: [Ending<ErasedOutcome>])

    /// - Throws: ``ConflictingDescriptions``, ``ProcedureCycle``, ``OutputIsGone`` or ``WorkIsOver``; nothing is added
    ///   then.
    func add(
        _ roots: [Description],
        by producer: Execution,
        width: Int = .max,
        failsFast: Bool = false,
        watching watch: ([Ending<ErasedOutcome>]) -> Void
    ) throws -> Added {
        let joining = Joining(
            by: producer.index,
            width: width,
            failsFast: failsFast,
            standard: core.deadlines,
            now: core.now
        )
        let (members, added, settled) = try state.withLock { state in
            // A producer that has ended cannot wait for its products, and its run may have ended too.
            guard state.run.isRunning(producer.index) else {
                throw WorkIsOver(procedure: producer.identity.name)
            }
            let (indices, members) = try state.run.add(roots, joining)
            let endings = indices.map { _ in Ending<ErasedOutcome>() }
            let settled = zip(indices, endings).flatMap { state.run.await($0, $1) }
            return (members, (indices, endings) as Added, settled)
        }
        watch(added.1)
        for (ending, outcome) in settled { ending.settle(outcome) }
        join(members)
        orderWorker()
        return added
    }

    /// Returns an answer that is settled once all products of a procedure have ended, or nil if they already have.
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

    /// Does the same as ``callWorker()`` from within a procedure, whose task-local values must not reach other
    /// procedures.
    func orderWorker() {
        guard isAwaited else { return callWorker() }
        if state.withLock({ $0.isCallNeeded }) { order(.callWorker) }
    }

    /// Calls workers if a procedure can continue or is ready.
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

    /// Orders the start of a worker that now has a slot. The task with the right task-local values starts it, if there
    /// is one. Until then the run has no worker.
    private func orderStart(_ rank: Slots.Rank) {
        guard isAwaited else { return Worker.start(in: self, rank) }
        let isDone = state.withLock { state in
            if !state.isDone { state.calls.putSlot(rank) }
            return state.isDone
        }
        if isDone { core.slots.release() } else { order(.startWorker) }
    }

    private func takeSlot() -> Slots.Rank? { state.withLock { $0.calls.takeSlot() } }

    /// Gives an arrived worker its first assignment. If there is none, its slot goes to others.
    func arrive(_ worker: Worker, _ rank: Slots.Rank) -> Worker.Assignment? {
        // While the queue is suspended no procedure starts, but started procedures continue.
        let mayStart = rank == .starts || !core.slots.isSuspended
        let (first, needsWorker) = state.withLock { state in
            state.calls.end(rank)
            return next(on: worker, mayStart: mayStart, &state)
        }
        if needsWorker { callWorker() }
        if first == nil { core.slots.release() }
        return first
    }

    /// Returns the next assignment of a worker whose procedure waits without a slot.
    func takeNext(on worker: Worker) -> Worker.Assignment? {
        let (assignment, needsWorker) = state.withLock {
            next(on: worker, mayStart: true, &$0)
        }
        if needsWorker { callWorker() }
        return assignment
    }

    /// Returns the next assignment of a worker, and whether another worker could find one too.
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

    // MARK: Returning from a wait

    /// Continues a procedure whose wait is over, on a worker that is about to end a procedure or on a new one.
    func comeBack(_ execution: Execution, from shift: Int) {
        let isNeeded = state.withLock { state in
            // Its wait may have ended early meanwhile, and the whole run with it.
            guard !state.isDone else { return false }
            state.back.append((execution, shift))
            return state.ending == 0
        }
        if isNeeded { orderWorker() }
    }

    /// Announces that a procedure is about to end. Its worker will look at the procedures that this releases.
    func announceEnd() { state.withLock { $0.ending += 1 } }

    // MARK: Ending

    /// - Parameters:
    ///   - isAnnounced: True if ``announceEnd()`` was called for it.
    ///   - worker: The worker that starts the next procedure, if any.
    /// - Returns: The assignment of that worker, if a procedure is ready.
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
            // A procedure whose wait ended before a worker saw it would retain the run.
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

    /// Ends everything whose deadline has passed.
    ///
    /// - Returns: The earliest deadline of the rest.
    func expire(at now: Nanoseconds) -> Nanoseconds {
        let (executions, hasClosed, first) = state.withLock { state in
            state.run.expire(at: now, standard: core.deadlines)
            return (state.run.executions, state.run.hasClosed, state.run.firstDeadline)
        }
        if hasClosed { order(.endClosed) }
        return executions.map { $0.expire(at: now) }.reduce(first, min)
    }

    var executions: [Execution] { state.withLock { $0.run.executions } }

    /// The procedures that have started and have not returned.
    var executing: [ProcedureIdentity] {
        executions.map(\.identity).sorted { $0.description < $1.description }
    }

    /// The number of procedures in each phase.
    var activity: [Phase: Int] {
        let (executions, open) = state.withLock { ($0.run.executions, $0.run.open) }
        var counts = Dictionary(executions.map { ($0.phase, 1) }, uniquingKeysWith: +)
        counts[.dependencies, default: 0] += open - executions.count
        return counts
    }

    // MARK: Waiting for one another

    func name(of index: Int) -> String { state.withLock { $0.run.name(of: index) } }

    /// Returns the procedures that must end before a procedure of the run can, in any run.
    func whatEndsBefore(_ index: Int) -> [AwaitedProcedure] {
        let (indices, execution) = state.withLock { $0.run.whatEndsBefore(index) }
        let own = indices.map { AwaitedProcedure(run: self, index: $0) }
        return own + (execution?.inside.awaited ?? [])
    }
}
