import Synchronization

/// A result that is settled once: by the call or by the cancellation of its caller, whichever comes first.
package final class Answer<Success: Sendable>: Sendable {
    private enum State {
        case fresh
        case awaited(CheckedContinuation<Void, Never>)
        case settled(Result<Success, any Error>)
        case delivered
    }

    private let state = Mutex(State.fresh)

    package init() {}

    /// Calls `begin`, and waits for the answer. At most one caller may wait, once.
    ///
    /// - Throws: The error that the answer holds, or what `begin` throws.
    package func value(after begin: () throws -> Void) async throws -> Success {
        await withCheckedContinuation { continuation in
            let isSettled = state.withLock { state in
                guard case .fresh = state else { return true }
                state = .awaited(continuation)
                return false
            }
            if isSettled { continuation.resume() }
            do { try begin() } catch { settle(.failure(error)) }
        }
        return try taken().get()
    }

    /// Hands the result to the waiting caller, and keeps no copy: the objects in the result end with that caller. To
    /// resume the continuation with the result could keep a copy for a moment longer.
    ///
    /// - Returns: Whether this call was the first to settle it.
    @discardableResult
    package func settle(_ result: consuming Result<Success, any Error>) -> Bool {
        var answer = Optional(result)
        var isFirst = true
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            switch state {
            case .fresh:
                if let answer = answer.take() { state = .settled(answer) }
                return nil
            case .awaited(let continuation):
                if let answer = answer.take() { state = .settled(answer) }
                return continuation
            case .settled, .delivered:
                isFirst = false
                return nil
            }
        }
        waiting?.resume()
        return isFirst
    }

    private func taken() -> Result<Success, any Error> {
        state.withLock { state in
            guard case .settled(let result) = state else { return .failure(CancellationError()) }
            state = .delivered
            return result
        }
    }
}
