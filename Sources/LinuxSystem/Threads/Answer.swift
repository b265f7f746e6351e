import Synchronization

/// Settled once, by the call or by the cancellation of its caller; whichever comes first.
package final class Answer<Success: Sendable>: Sendable {
    private enum State {
        case fresh
        case awaited(CheckedContinuation<Success, any Error>)
        case settled(Result<Success, any Error>)
        case delivered
    }

    private let state = Mutex(State.fresh)

    package init() {}

    package func await(_ continuation: CheckedContinuation<Success, any Error>) {
        let early = state.withLock { state -> Result<Success, any Error>? in
            guard case .settled(let result) = state else {
                state = .awaited(continuation)
                return nil
            }
            state = .delivered
            return result
        }
        if let early { continuation.resume(with: early) }
    }

    /// - Returns: Whether it was the first to settle it.
    @discardableResult
    package func settle(_ result: Result<Success, any Error>) -> Bool {
        var isFirst = true
        let waiting = state.withLock { state -> CheckedContinuation<Success, any Error>? in
            switch state {
            case .fresh:
                state = .settled(result)
                return nil
            case .awaited(let continuation):
                state = .delivered
                return continuation
            case .settled, .delivered:
                isFirst = false
                return nil
            }
        }
        waiting?.resume(with: result)
        return isFirst
    }
}
