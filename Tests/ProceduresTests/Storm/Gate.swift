import Procedures

/// Where work and conditions wait, whatever is cancelled, until somebody opens it.
final class Gate: Sendable {
    private let state = StormLocked((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

    /// Lets all through who wait now.
    func pulse() { release(forEver: false) }

    /// Lets all through from now on.
    func open() { release(forEver: true) }

    private func release(forEver: Bool) {
        let waiting = state.withLock { state in
            defer { state = (state.isOpen || forEver, []) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
