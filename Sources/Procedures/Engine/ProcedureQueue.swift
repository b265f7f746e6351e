public import Logging
import Synchronization

/// Runs procedures.
///
/// Free slots go to runs in the order of their requests. Within a run, the procedure that became ready last starts
/// first; of several that become ready together, the one written first. A queue of width 1 thus works through the
/// dependencies of each procedure in the order written, one branch after another.
public final class ProcedureQueue: Sendable {
    /// The number of procedures in each phase, and of calls that ignore their deadlines.
    public struct Activity: Hashable, Sendable {
        /// The number of procedures in each phase. Procedures that wait for their turn are in ``Phase/dependencies``.
        public let phases: [Phase: Int]
        /// The number of conditions that continue after their deadlines. From 64 on, no other condition begins.
        public let abandonedConditions: Int
        /// The number of procedures whose work continues after a deadline cancelled it.
        public let overrunning: Int
    }

    let core: QueueCore

    /// - Parameters:
    ///   - width: The number of procedures that may evaluate conditions or work at once, in all runs together. No limit
    ///     by default; less than 1 counts as 1. A procedure that waits for its dependencies, for exclusion, for a run
    ///     inside it or between attempts does not count.
    ///   - deadlines: The deadlines of procedures that set none.
    ///   - exclusion: The scope of categories that have none.
    ///   - observers: Observers of all procedures, notified after the procedure's own.
    ///   - logger: Receives the outcomes of procedures, and is available to conditions and work. It also receives a
    ///     warning, once for each body, of a body that has held its thread for five seconds. Without it nothing is
    ///     logged.
    ///   - keepsTaskLocals: True if conditions, work and observers of an enqueued procedure see the task-local values of
    ///     the caller of ``enqueue(_:)``. A run then takes 1.4 KiB more while it waits, and to enqueue and run a
    ///     procedure that does nothing takes half as long again.
    ///   - clock: Measures deadlines and waits.
    public convenience init<Time: Clock<Duration>>(
        width: Int = .max,
        deadlines: Deadlines = Deadlines(),
        exclusion: ProcessExclusion = .shared,
        observers: [any Observer] = [],
        logger: Logger? = nil,
        keepsTaskLocals: Bool = false,
        clock: Time
    ) {
        self.init(
            width: width,
            deadlines: deadlines,
            exclusion: exclusion,
            observers: observers,
            logger: logger,
            keepsTaskLocals: keepsTaskLocals,
            timer: DeadlineTimer(clock: clock)
        )
    }

    /// Creates a queue that uses the system's clock.
    public convenience init(
        width: Int = .max,
        deadlines: Deadlines = Deadlines(),
        exclusion: ProcessExclusion = .shared,
        observers: [any Observer] = [],
        logger: Logger? = nil,
        keepsTaskLocals: Bool = false
    ) {
        self.init(
            width: width,
            deadlines: deadlines,
            exclusion: exclusion,
            observers: observers,
            logger: logger,
            keepsTaskLocals: keepsTaskLocals,
            timer: .shared
        )
    }

    package init(
        width: Int,
        deadlines: Deadlines = Deadlines(),
        exclusion: ProcessExclusion = .shared,
        observers: [any Observer] = [],
        logger: Logger? = nil,
        keepsTaskLocals: Bool = false,
        timer: DeadlineTimer,
        bodyLimit: Duration = .seconds(5)
    ) {
        core = QueueCore(
            width: width,
            deadlines: deadlines,
            exclusion: exclusion,
            observers: observers,
            logger: logger,
            keepsTaskLocals: keepsTaskLocals,
            timer: timer,
            bodyLimit: bodyLimit
        )
    }

    /// Runs a procedure after all its dependencies, each once, and waits for it.
    ///
    /// Cancelling the task cancels the run: procedures that have not started end as cancelled at once, and running work
    /// is cancelled and awaited. Inside a procedure, the run is part of that procedure: it enters the exclusive
    /// categories of the procedure again, and ends before it.
    ///
    /// - Returns: The outcome of the procedure. If the run finds two different descriptions of one identity, nothing
    ///   runs and the procedure fails with ``ConflictingDescriptions``. If the queue is shutting down, the procedure is
    ///   refused.
    @concurrent public func run<Output>(
        _ procedure: some ProcedureConvertible<Output>
    ) async -> Outcome<Output> {
        outcome(of: await conducted(procedure.erased))
    }

    /// Runs a procedure after all its dependencies, each once, and does not wait for it.
    ///
    /// Inside a procedure, the run does not belong to that procedure: it may outlive it, and waits for the procedure's
    /// exclusive categories like any other run. Each call creates another run. A procedure that is enqueued twice runs
    /// twice, possibly at the same time. If the queue is shutting down, the procedure is refused.
    ///
    /// The run has the priority of the caller. Unless the queue keeps task-local values, it has none of the caller's,
    /// like a detached task, since it may outlive them.
    @discardableResult
    public func enqueue<Output>(
        _ procedure: some ProcedureConvertible<Output>
    ) -> ProcedureHandle<Output> {
        let procedure = procedure.procedure
        let run = made(procedure.description, isAwaited: core.keepsTaskLocals)
        if !run.hasFailed {
            if core.keepsTaskLocals { conductApart(run) } else { run.begin() }
        }
        return ProcedureHandle(procedure.identity, run, nil, run.ending)
    }

    // The caller's stack is held for as long as the run takes, and grows by a second kilobyte if it exceeds one. Code
    // that a plain run does not need while it waits is therefore not inlined here.

    @inline(never) private func outcome<Output>(of run: Run) -> Outcome<Output> {
        run.outcome.map(unerased)
    }

    private func conducted(_ root: Description) async -> Run {
        if let current = Execution.current { return await conducted(root, inside: current) }
        let run = made(root)
        if !run.hasFailed { await conduct(run) }
        return run
    }

    @inline(never) private func conducted(
        _ root: Description,
        inside current: Execution
    ) async -> Run {
        let inner = made(root, inside: current)
        let run = inner.hasFailed || current.inside.begin(inner) ? inner : made(root)
        guard !run.hasFailed else { return run }
        // Without a slot of its own queue, whichever queue this is: a procedure that this run waits for may itself wait
        // for that slot.
        await current.withoutSlot { await conduct(run) }
        run.parent?.inside.end(run)
        return run
    }

    @inline(never) private func made(
        _ root: Description,
        inside parent: Execution? = nil,
        isAwaited: Bool = true
    ) -> Run {
        do {
            return try Run(root, in: core, parent: parent, isAwaited: isAwaited)
        } catch {
            return Run(failing: error, root.identity, in: core)
        }
    }

    private func conduct(_ run: Run) async {
        await withTaskPriorityEscalationHandler {
            await withTaskCancellationHandler {
                run.begin()
                await run.conduct()
            } onCancel: {
                run.cancel(.requested)
            }
        } onPriorityEscalated: { _, priority in
            run.escalate(to: priority)
        }
    }

    /// Conducts a run in a task of its own, which has the caller's task-local values and is in no procedure.
    private func conductApart(_ run: Run) {
        guard Execution.current == nil else {
            return Execution.$current.withValue(nil) { conductApart(run) }
        }
        run.begin()
        Task.immediate { await run.conduct() }
    }

    // MARK: Control

    /// Lets no procedure start, or evaluate a condition, until the queue is resumed. Started procedures continue.
    public func suspend() { core.slots.suspend() }

    /// Lets procedures start again. It has no effect on a queue that is not suspended.
    public func resume() { core.slots.resume() }

    /// Accepts no more runs, lets the accepted runs end, and cancels them after `grace`.
    ///
    /// Procedures that are enqueued from now on are refused. A suspended queue is resumed. If the calling task is
    /// cancelled, the grace period ends at once.
    ///
    /// - Parameters:
    ///   - grace: The time before running procedures are cancelled. Zero and less cancel at once.
    ///   - patience: The time to wait for cancelled work, which may ignore its cancellation.
    /// - Returns: The procedures whose work has not returned even then. They continue.
    @discardableResult
    public func shutdown(
        within grace: Duration,
        patience: Duration = .seconds(10)
    ) async -> [ProcedureIdentity] {
        core.active.close()
        resume()
        let idle = core.active.whenIdle()
        if await core.isIdle(idle, within: grace) { return [] }
        for run in core.active.all { run.cancel(.shutdown) }
        // The work gets its time to notice the cancellation even if this task is cancelled.
        let rest = core.active.whenIdle()
        let core = core
        return await Task {
            if await core.isIdle(rest, within: patience) { return [] }
            return core.active.all.flatMap(\.executing)
        }.value
    }

    /// The current activity of the queue. It is counted on access, and may have changed when it is read.
    public var activity: Activity {
        Activity(
            phases: core.active.all.map(\.activity).reduce(into: [:]) {
                $0.merge($1, uniquingKeysWith: +)
            },
            abandonedConditions: core.abandoned.load(ordering: .relaxed),
            overrunning: core.overrunning.load(ordering: .relaxed)
        )
    }
}
