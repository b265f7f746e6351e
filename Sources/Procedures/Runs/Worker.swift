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

    private let state = Locked(State())
    /// Whether it was cancelled or escalated for the sake of one procedure, and is none for the next.
    private let spent = Atomic(false)

    /// After so many procedures without a pause, others get the thread.
    private static let turnsWithoutPause = 256

    /// Starts a worker that begins when it gets its slot.
    static func start(in run: Run, with request: Slots.Request) {
        let worker = Worker()
        worker.set(
            Task(priority: run.priority) {
                guard await run.core.slots.wait(for: request) else { return }
                await worker.work(run, from: run.arrive(worker))
            }
        )
    }

    /// Starts a worker that first concludes a procedure whose own was left behind.
    static func start(in run: Run, concluding execution: Execution) {
        let worker = Worker()
        worker.set(
            Task(priority: run.priority) {
                await worker.goOn(run, after: execution.conclude(on: worker))
            }
        )
    }

    private func work(_ run: Run, from first: Execution?) async {
        guard let first else { return run.core.slots.release() }
        await goOn(run, after: first.perform())
    }

    private func goOn(_ run: Run, after first: Execution.End) async {
        var end = first
        var turns = 0
        while end == .withSlot {
            let mayGoOn =
                !spent.load(ordering: .relaxed) && !Task.isCancelled
                && !run.core.slots.isAwaited(besides: run.user)
            guard mayGoOn, let next = run.next(on: self) else {
                run.core.slots.release()
                break
            }
            end = await next.perform()
            turns += 1
            if turns.isMultiple(of: Self.turnsWithoutPause) { await Task.yield() }
        }
        // Left behind, it has no say any more.
        if end != .abandoned { run.callWorker() }
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
