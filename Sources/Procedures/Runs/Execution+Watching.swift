import Synchronization

// What conditions end. While the work executes, whatever tells why it must end is listened to.
extension Execution {
    func watchEndings() -> [Task<Void, Never>] {
        let context = ConditionContext(execution: self)
        var watchers: [Task<Void, Never>] = []
        for index in steps.conditions.indices {
            let endings = steps.conditions[index].endings(in: context)
            guard let endings else { continue }
            watchers.append(
                Task { [weak self] in
                    for await reason in endings {
                        self?.cancelWithChildren(.ended(reason))
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
