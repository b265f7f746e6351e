/// A result that any number of tasks can wait for.
final class Ending<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: [UInt64: CheckedContinuation<Value?, Never>] = [:]
        var told: [@Sendable () -> Void] = []
        /// The waiters that were cancelled before they began to wait.
        var cancelled: Set<UInt64> = []
        var lastNumber: UInt64 = 0
    }

    private let state = Locked(State())

    var value: Value? { state.withLock { $0.value } }

    func settle(_ value: Value) {
        let (waiting, told) = state.withLock { state in
            if state.value == nil { state.value = value }
            defer { (state.waiting, state.told) = ([:], []) }
            return (Array(state.waiting.values), state.told)
        }
        for continuation in waiting { continuation.resume(returning: value) }
        for tell in told { tell() }
    }

    /// Calls `tell` when the ending is settled, at once if it already is.
    func whenSettled(_ tell: @escaping @Sendable () -> Void) {
        let isSettled = state.withLock { state in
            if state.value == nil { state.told.append(tell) }
            return state.value != nil
        }
        if isSettled { tell() }
    }

    /// Waits for the result. Returns nil if the task is cancelled first.
    func wait() async -> Value? {
        if let value { return value }
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { begin(number, $0) }
        } onCancel: {
            cancel(number)
        }
    }

    private func begin(_ number: UInt64, _ continuation: CheckedContinuation<Value?, Never>) {
        let early = state.withLock { state -> Value?? in
            if let value = state.value { return .some(value) }
            if state.cancelled.remove(number) != nil { return .some(nil) }
            state.waiting[number] = continuation
            return nil
        }
        if let early { continuation.resume(returning: early) }
    }

    private func cancel(_ number: UInt64) {
        let waiting = state.withLock { state in
            guard let waiting = state.waiting.removeValue(forKey: number) else {
                if state.value == nil { state.cancelled.insert(number) }
                return nil as CheckedContinuation<Value?, Never>?
            }
            return waiting
        }
        waiting?.resume(returning: nil)
    }
}
