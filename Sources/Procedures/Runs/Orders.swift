/// What the task that waits for a run is to do for it.
///
/// It is the one task that has the priority and the task-local values of whoever ran the procedure, and
/// it needs no slot.
final class Orders: Sendable {
    enum Order: Sendable {
        /// Let another worker conclude this, whose own was left behind.
        case conclude(Execution)
        /// End what was closed without having started.
        case endClosed
        /// Something is ready, and somebody gave up a slot.
        case callWorker
        /// There is a slot for the worker that was called.
        case startWorker
        /// All have ended.
        case done
    }

    /// What is to be done; to order it again before it was done changes nothing.
    private struct State {
        var concluding: [Execution] = []
        var hasClosed = false
        var needsWorker = false
        var mayStart = false
        var isDone = false
        var waiting: CheckedContinuation<Order, Never>?

        mutating func note(_ order: Order) {
            switch order {
            case .conclude(let execution): concluding.append(execution)
            case .endClosed: hasClosed = true
            case .callWorker: needsWorker = true
            case .startWorker: mayStart = true
            case .done: isDone = true
            }
        }

        mutating func next() -> Order? {
            if let execution = concluding.popLast() { return .conclude(execution) }
            // First what has a slot, which others wait for.
            if mayStart {
                mayStart = false
                return .startWorker
            }
            if hasClosed {
                hasClosed = false
                return .endClosed
            }
            if needsWorker {
                needsWorker = false
                return .callWorker
            }
            return isDone ? .done : nil
        }
    }

    private let state = Locked(State())

    func put(_ order: Order) {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            if state.waiting == nil { state.note(order) }
            return state.waiting
        }
        waiting?.resume(returning: order)
    }

    func next() async -> Order {
        await withCheckedContinuation { continuation in
            let order = state.withLock { state in
                let order = state.next()
                if order == nil { state.waiting = continuation }
                return order
            }
            if let order { continuation.resume(returning: order) }
        }
    }
}
