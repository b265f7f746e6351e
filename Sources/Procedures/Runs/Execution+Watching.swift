import Synchronization

// What conditions end. Whatever tells why the work must end is listened to, until all that the work
// began has ended.
extension Execution {
    func watchEndings(_ shift: Int) -> [Task<Void, Never>] {
        var context = ConditionContext(execution: self)
        context.shift = shift
        var watchers: [Task<Void, Never>] = []
        for index in steps.conditions.indices {
            context.index = index
            let endings = steps.conditions[index].endings(in: context)
            guard let endings else { continue }
            watchers.append(
                Task { [weak self] in
                    for await reason in endings {
                        // Once it is cancelled there is nothing left to end but a later attempt.
                        if !Task.isCancelled { self?.cancelWithChildren(.ended(reason)) }
                        return
                    }
                }
            )
        }
        return watchers
    }

    /// Waits until nobody listens any more, but no longer than for a condition: one that ignores that it is
    /// cancelled is left behind, and counted until it returns.
    func end(_ watchers: [Task<Void, Never>]) async {
        for watcher in watchers { watcher.cancel() }
        let haveReturned = FirstAnswer<Bool>()
        let ticket = core.timer.schedule(after: limits.condition) { haveReturned.settle(false) }
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
