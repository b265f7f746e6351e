import Procedures

/// Where a task waits, whatever is cancelled, until somebody opens it.
package final class Latch: Sendable {
    private let state = Locked((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

    package init() {}

    /// Lets all through from now on.
    package func open() { release(forEver: true) }

    /// Lets all through who wait now.
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

/// Waits until the task is cancelled, and for nothing else.
package func untilCancelled() async {
    let latch = Latch()
    await withTaskCancellationHandler {
        await latch.wait()
    } onCancel: {
        latch.open()
    }
}
