/// Reads all sequences that end running work, see ``Condition/endings(in:)``, until everything that the work began has
/// ended.
struct EndingWatch: Sendable {
    private let watchers: [Task<Void, Never>]
    private let core: QueueCore
    private let limit: Duration

    /// - Returns: nil if no condition ends the work.
    init?(of execution: Execution, _ shift: Int) {
        var context = ConditionContext(execution: execution)
        context.shift = shift
        var watchers: [Task<Void, Never>] = []
        let conditions = execution.steps.conditions
        for index in conditions.indices {
            context.index = index
            guard let endings = conditions[index].endings(in: context) else { continue }
            watchers.append(
                Task { [weak execution] in
                    for await reason in endings {
                        // After its cancellation this task could only end a later attempt.
                        if !Task.isCancelled { execution?.cancelWithChildren(.ended(reason)) }
                        return
                    }
                }
            )
        }
        guard !watchers.isEmpty else { return nil }
        self.watchers = watchers
        core = execution.core
        limit = execution.limits.condition
    }

    /// Waits until all readers have returned, but no longer than the limit of a condition. A reader that ignores its
    /// cancellation is abandoned, and counted until it returns.
    func end() async {
        for watcher in watchers { watcher.cancel() }
        let haveReturned = FirstAnswer<Bool>()
        let ticket = core.timer.schedule(after: limit) { haveReturned.settle(false) }
        let returning = Task {
            for watcher in watchers { await watcher.value }
            haveReturned.settle(true)
        }
        let areAbandoned = await !haveReturned.value()
        core.timer.withdraw(ticket)
        guard areAbandoned else { return }
        core.countAbandoned(1)
        Task { [core] in
            await returning.value
            core.countAbandoned(-1)
        }
    }
}
