public import Logging
import Synchronization

/// Runs procedures.
///
/// The procedure that is ready first starts first. Among those of one run that become ready together, the
/// dependencies of each procedure start in the order written. A queue of width 1 runs one after another, in that order.
public final class ProcedureQueue: Sendable {
    /// How many procedures are in which phase, and what ignores its deadline.
    public struct Activity: Hashable, Sendable {
        /// In each phase; those that wait for their turn are in ``Phase/dependencies``.
        public let phases: [Phase: Int]
        /// Conditions that go on after their deadline; at most 64, beyond which no other is begun.
        public let abandonedConditions: Int
        /// Work that goes on after a deadline has cancelled it.
        public let overrunning: Int
    }

    let core: QueueCore

    /// - Parameters:
    ///   - width: How many procedures may be at their conditions or their work at once, in all runs
    ///     together; no limit by default, and less than 1 counts as 1. A procedure that waits for its dependencies,
    ///     for exclusion, for a run inside it or between attempts does not count.
    ///   - deadlines: Of procedures that have none of their own.
    ///   - exclusion: Where categories exclude one another for which no scope was given.
    ///   - observers: Of all procedures, told after the procedure's own.
    ///   - logger: Told how procedures end, and handed to conditions and work. Nothing is logged
    ///     unless it is given.
    ///   - clock: Measures deadlines and waits.
    public convenience init<Time: Clock<Duration>>(
        width: Int = .max,
        deadlines: Deadlines = Deadlines(),
        exclusion: ProcessExclusion = .shared,
        observers: [any Observer] = [],
        logger: Logger? = nil,
        clock: Time
    ) {
        self.init(
            width: width,
            deadlines: deadlines,
            exclusion: exclusion,
            observers: observers,
            logger: logger,
            timer: DeadlineTimer(clock: clock)
        )
    }

    /// The same, by the system's clock.
    public convenience init(
        width: Int = .max,
        deadlines: Deadlines = Deadlines(),
        exclusion: ProcessExclusion = .shared,
        observers: [any Observer] = [],
        logger: Logger? = nil
    ) {
        self.init(
            width: width,
            deadlines: deadlines,
            exclusion: exclusion,
            observers: observers,
            logger: logger,
            timer: .shared
        )
    }

    package init(
        width: Int,
        deadlines: Deadlines = Deadlines(),
        exclusion: ProcessExclusion = .shared,
        observers: [any Observer] = [],
        logger: Logger? = nil,
        timer: DeadlineTimer
    ) {
        core = QueueCore(
            width: width,
            deadlines: deadlines,
            exclusion: exclusion,
            observers: observers,
            logger: logger,
            timer: timer
        )
    }

    /// Runs a procedure after all that it depends on, each once, and waits for it.
    ///
    /// Cancelling the task cancels the run: what has not started ends as cancelled at once, and work
    /// under way is cancelled and waited for. Inside a procedure, the run is part of that procedure: it
    /// re-enters what the procedure is alone in, and ends before it.
    ///
    /// - Returns: How the procedure ended. It fails with ``ConflictingDescriptions``, and nothing runs,
    ///   where two different descriptions of one identity are found; it is refused where the queue shuts
    ///   down.
    @concurrent public func run<Output>(
        _ procedure: some ProcedureConvertible<Output>
    ) async -> Outcome<Output> {
        outcome(of: await conducted(procedure.erased))
    }

    /// Runs a procedure after all that it depends on, each once, and does not wait for it.
    ///
    /// Inside a procedure, the run is none of that procedure's: it may outlive it, and waits for what
    /// the procedure is alone in like everybody else. Each time is another run: a procedure that is
    /// enqueued twice runs twice, and perhaps at once. Where the queue shuts down it is refused.
    ///
    /// It has the priority of the caller, and none of its task-local values, as a detached task: it may
    /// outlive what those are for. To keep them, ``run(_:)`` it in a task.
    @discardableResult
    public func enqueue<Output>(
        _ procedure: some ProcedureConvertible<Output>
    ) -> ProcedureHandle<Output> {
        let procedure = procedure.procedure
        let run = made(procedure.description, isAwaited: false)
        if !run.hasFailed { run.begin() }
        return ProcedureHandle(procedure.identity, run, nil, run.ending)
    }

    // The caller's stack is held for as long as the run takes, and is a second kilobyte where it does not fit
    // into one: so nothing is inlined here that a plain run does not need while it waits.

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
        // In no slot of its own queue, whatever queue this is: who has what this run waits for may wait for
        // that very slot.
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

    // MARK: Control

    /// Lets no procedure start until it is resumed; not even its conditions are looked at. What has
    /// started goes on.
    public func suspend() { core.slots.suspend() }

    /// Lets procedures start again. Of no effect where the queue is not suspended.
    public func resume() { core.slots.resume() }

    /// Takes no more runs, lets those that were taken end, and cancels them after `grace`.
    ///
    /// What is enqueued from now on is refused. A queue that is suspended is resumed. It ends early when
    /// the task is cancelled, as if the grace were over.
    ///
    /// - Parameters:
    ///   - grace: Zero and less cancel at once.
    ///   - patience: How long to wait for work that was cancelled, which may ignore it.
    /// - Returns: The procedures whose work has not returned even then; it goes on.
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
        // Cancelled or not, the work is given its time to notice.
        let rest = core.active.whenIdle()
        let core = core
        return await Task {
            if await core.isIdle(rest, within: patience) { return [] }
            return core.active.all.flatMap(\.executing)
        }.value
    }

    /// What the queue does now. It is counted when asked for, and may have changed when it is read.
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
