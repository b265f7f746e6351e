import Synchronization

/// A task that carries out procedures of a run, one after another, while there are any and no other run waits for its
/// slot.
///
/// It is abandoned if a condition ignores its deadline. Another worker then continues the procedure.
final class Worker: Sendable {
    /// A procedure to begin or to continue after a wait.
    enum Assignment: Sendable {
        case begin(Execution)
        case goOn(Execution)
    }

    private struct State {
        var task: Task<Void, Never>?
        var isCancelled = false
        var priority: TaskPriority?
        /// The procedure that it concludes first. Separate from the task, which retains its captures until it ends.
        var left: Execution?
    }

    let run: Run
    let core: QueueCore
    /// Nil if no body is watched.
    let hold: ThreadHold?
    private let state = Locked(State())
    /// True if it was cancelled or escalated for one procedure, and must not carry out another.
    private let spent = Atomic(false)

    /// The number of procedures after which the worker yields its thread.
    private static let turnsWithoutPause = 256

    init(_ run: Run) {
        self.run = run
        core = run.core
        hold = core.bodies == nil ? nil : ThreadHold()
    }

    /// Starts a worker that has a slot.
    static func start(in run: Run, _ rank: Slots.Rank) {
        let worker = Worker(run)
        worker.begin { await worker.goOn(from: run.arrive(worker, rank)) }
    }

    /// Starts a worker that first concludes a procedure whose own worker was abandoned.
    static func start(in run: Run, concluding execution: Execution) {
        let worker = Worker(run)
        worker.state.withLock { $0.left = execution }
        worker.begin { await worker.goOn(from: await worker.concludeLeft()) }
    }

    private func concludeLeft() async -> Assignment? {
        let left = state.withLock { $0.left.take() }
        return await left?.goOn(on: self)
    }

    /// Retains nothing of a procedure that has ended, such as the output that was its input.
    ///
    /// `@concurrent`, like ``Execution/perform(on:)``: there is no actor to return to after each procedure.
    @concurrent private func goOn(from first: consuming Assignment?) async {
        var next: Assignment? = first
        var turns = 0
        while let assignment = next.take() {
            turns += 1
            if turns.isMultiple(of: Self.turnsWithoutPause) { await Task.yield() }
            switch assignment {
            case .begin(let execution): next = await execution.perform(on: self)
            case .goOn(let execution): next = await execution.goOn(on: self)
            }
        }
    }

    /// - Parameter hasSlot: True if the worker still has the slot. It may have been lent during a wait.
    /// - Returns: The next procedure to carry out, if any.
    func end(
        _ execution: Execution,
        _ outcome: ErasedOutcome,
        hasSlot: Bool,
        isAnnounced: Bool
    ) -> Assignment? {
        let worker = hasSlot && mayGoOn ? self : nil
        if let next = run.end(execution, outcome, isAnnounced: isAnnounced, next: worker) {
            return next
        }
        if hasSlot { core.slots.release() }
        run.callWorker()
        return nil
    }

    /// Leaves its procedure, which waits without a slot, and continues with another one.
    func next() -> Assignment? {
        if mayGoOn, let next = run.takeNext(on: self) { return next }
        core.slots.release()
        run.callWorker()
        return nil
    }

    /// True if the worker may keep its slot for another procedure.
    private var mayGoOn: Bool {
        !spent.load(ordering: .relaxed) && !Task.isCancelled
            && !core.slots.isAwaited(besides: run.user)
    }

    var priority: TaskPriority { max(run.priority, state.withLock { $0.priority } ?? run.priority) }

    /// Ends after the current procedure.
    func retire() { spent.store(true, ordering: .relaxed) }

    func cancel() {
        retire()
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    func escalate(to priority: TaskPriority) {
        retire()
        let task = state.withLock { state in
            state.priority = max(state.priority ?? priority, priority)
            return state.task
        }
        task?.escalatePriority(to: priority)
    }

    /// Begins the task. It has the task-local values of the task that waits for the run, if there is one.
    private func begin(_ work: @escaping @Sendable () async -> Void) {
        set(
            run.isAwaited
                ? Task(priority: run.priority) { await work() }
                : Task.detached(priority: run.priority) { await work() }
        )
    }

    private func set(_ task: Task<Void, Never>) {
        let before = state.withLock { state in
            state.task = task
            return (state.isCancelled, state.priority)
        }
        if before.0 { task.cancel() }
        if let priority = before.1 { task.escalatePriority(to: priority) }
    }
}
