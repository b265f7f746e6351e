import Procedures
import TestSupport

// Waiting until all is over.
extension Storm {
    /// Lets everything end, and returns when all has; what waits in vain keeps it from returning.
    func abate() async {
        gate.open()
        handles.withLock { $0 = nil }
        for queue in queues.withLock({ $0 }) {
            wait { await queue.shutdown(within: .seconds(1_000_000_000)) }
        }
        let clock = Task {
            while !Task.isCancelled {
                advance()
                await Task.yield()
            }
        }
        await whenNoWaits()
        await census.whenEmpty()
        clock.cancel()
        await clock.value
    }

    @discardableResult
    func wait(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        waits.withLock { $0.open += 1 }
        return Task {
            await body()
            let waiting = waits.withLock { waits in
                waits.open -= 1
                guard waits.open == 0 else { return [CheckedContinuation<Void, Never>]() }
                defer { waits.waiting = [] }
                return waits.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    private func whenNoWaits() async {
        await withCheckedContinuation { continuation in
            let isOver = waits.withLock { waits in
                if waits.open > 0 { waits.waiting.append(continuation) }
                return waits.open == 0
            }
            if isOver { continuation.resume() }
        }
    }
}
