import Procedures

/// A latch. A task waits until it opens, regardless of cancellation.
package final class Latch: Sendable {
    private let state = Locked((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

    package init() {}

    /// Releases all tasks from now on.
    package func open() { release(forEver: true) }

    /// Releases the tasks that wait now.
    package func pulse() { release(forEver: false) }

    private func release(forEver: Bool) {
        let waiting = state.withLock { state in
            defer { state = (state.isOpen || forEver, []) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    package func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// Waits only until the task is cancelled.
package func untilCancelled() async {
    let latch = Latch()
    await withTaskCancellationHandler {
        await latch.wait()
    } onCancel: {
        latch.open()
    }
}
