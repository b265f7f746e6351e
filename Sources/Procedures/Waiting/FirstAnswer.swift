import Synchronization

/// The first of several answers to one question; whatever comes later is dropped.
final class FirstAnswer<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case settled(Value)
        case delivered
    }

    private let state = Mutex(State.open)

    func settle(_ value: Value) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
            switch state {
            case .open:
                state = .settled(value)
                return nil
            case .awaited(let continuation):
                state = .delivered
                return continuation
            case .settled, .delivered:
                return nil
            }
        }
        waiting?.resume(returning: value)
    }

    /// The answer, where there is one already.
    var early: Value? {
        state.withLock { state in
            guard case .settled(let value) = state else { return nil }
            return value
        }
    }

    /// Waits for the answer; for one waiter, once.
    func value() async -> Value {
        await withCheckedContinuation { continuation in
            let early = state.withLock { state -> Value? in
                guard case .settled(let value) = state else {
                    state = .awaited(continuation)
                    return nil
                }
                state = .delivered
                return value
            }
            if let early { continuation.resume(returning: early) }
        }
    }
}
