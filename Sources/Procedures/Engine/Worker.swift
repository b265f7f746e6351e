import Synchronization

/// A task that carries out the procedures of a run, one after another, for as long as there are any and
/// nobody else has a better right to its slot.
///
/// It is left behind where a condition ignores its deadline; another goes on with the procedure.
final class Worker: Sendable {
    /// A procedure for it, from the beginning or from where it waited.
    enum Assignment: Sendable {
        case begin(Execution)
        case goOn(Execution)
    }

    private struct State {
        var task: Task<Void, Never>?
        var isCancelled = false
        var priority: TaskPriority?
        /// What it is to conclude first. Not with its task, which holds what it was made of until it ends.
        var left: Execution?
    }

    let run: Run
    let core: QueueCore
    private let state = Locked(State())
    /// Whether it was cancelled or escalated for the sake of one procedure, and is none for the next.
    private let spent = Atomic(false)

    /// After so many procedures without a pause, others get the thread.
    private static let turnsWithoutPause = 256

    init(_ run: Run) {
        self.run = run
        core = run.core
    }

    /// Starts a worker for which there is a slot.
    static func start(in run: Run, _ rank: Slots.Rank) {
        let worker = Worker(run)
        worker.begin { await worker.goOn(from: run.arrive(worker, rank)) }
    }

    /// Starts a worker that first concludes a procedure whose own was left behind.
    static func start(in run: Run, concluding execution: Execution) {
        let worker = Worker(run)
        worker.state.withLock { $0.left = execution }
        worker.begin { await worker.goOn(from: await worker.concludeLeft()) }
    }

    private func concludeLeft() async -> Assignment? {
        let left = state.withLock { $0.left.take() }
        return await left?.goOn(on: self)
    }

    /// Holds on to nothing of a procedure that has ended, such as the output that was its input.
    ///
    /// `@concurrent`, as ``Execution/perform(on:)``: there is no actor to go back to after each procedure.
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

    /// - Parameter hasSlot: Whether there is the slot still, or it was given away while the procedure waited.
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

    /// Goes on with another procedure than the one it was at, which waits in no slot.
    func next() -> Assignment? {
        if mayGoOn, let next = run.takeNext(on: self) { return next }
        core.slots.release()
        run.callWorker()
        return nil
    }

    /// Whether nobody has a better right to the slot.
    private var mayGoOn: Bool {
        !spent.load(ordering: .relaxed) && !Task.isCancelled
            && !core.slots.isAwaited(besides: run.user)
    }

    /// Carries out no other procedure than the one it is at.
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

    /// With the task-local values of who waits for the run; of nobody, where nobody does.
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
