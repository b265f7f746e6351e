import Synchronization

extension ProcedureQueue {
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

    /// How many procedures are in which phase, and what ignores its deadline.
    public struct Activity: Hashable, Sendable {
        /// In each phase; those that wait for their turn are in ``Phase/dependencies``.
        public let phases: [Phase: Int]
        /// Conditions that go on after their deadline; at most 64, beyond which no other is begun.
        public let abandonedConditions: Int
        /// Work that goes on after a deadline has cancelled it.
        public let overrunning: Int
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

extension QueueCore {
    fileprivate func isIdle(_ idle: Ending<Void>, within limit: Duration) async -> Bool {
        await withDeadline(limit, on: timer) { await idle.wait() } != nil
    }
}

extension Run {
    /// What has not returned.
    fileprivate var executing: [ProcedureIdentity] {
        executions.map(\.identity).sorted { $0.description < $1.description }
    }
}
