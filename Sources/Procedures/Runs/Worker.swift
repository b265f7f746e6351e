import Synchronization

/// A task that carries out the procedures of a run, one after another, for as long as there are any and
/// nobody else has a better right to its slot.
///
/// It is left behind where a condition ignores its deadline; another goes on with the procedure.
final class Worker: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isCancelled = false
        var priority: TaskPriority?
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
    static func start(in run: Run) {
        let worker = Worker(run)
        worker.set(
            Task(priority: run.priority) {
                if let first = run.arrive(worker) {
                    await worker.goOn(after: first, await first.perform())
                } else {
                    worker.core.slots.release()
                }
            }
        )
    }

    /// Starts a worker that first concludes a procedure whose own was left behind.
    static func start(in run: Run, concluding execution: Execution) {
        let worker = Worker(run)
        worker.set(
            Task(priority: run.priority) {
                await worker.goOn(after: execution, await execution.conclude(on: worker))
            }
        )
    }

    private func goOn(after first: Execution, _ end: Execution.End) async {
        var (execution, end) = (first, end)
        var turns = 0
        // Left behind, it has no say any more.
        while case .ended(let outcome, let hasSlot) = end {
            let next = run.end(execution, outcome, next: hasSlot && mayGoOn ? self : nil)
            guard let next else {
                if hasSlot { core.slots.release() }
                return run.callWorker()
            }
            turns += 1
            if turns.isMultiple(of: Self.turnsWithoutPause) { await Task.yield() }
            execution = next
            end = await next.perform()
        }
    }

    /// Whether nobody has a better right to the slot.
    private var mayGoOn: Bool {
        !spent.load(ordering: .relaxed) && !Task.isCancelled
            && !core.slots.isAwaited(besides: run.user)
    }

    func cancel() {
        spent.store(true, ordering: .relaxed)
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    func escalate(to priority: TaskPriority) {
        spent.store(true, ordering: .relaxed)
        let task = state.withLock { state in
            state.priority = max(state.priority ?? priority, priority)
            return state.task
        }
        task?.escalatePriority(to: priority)
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
