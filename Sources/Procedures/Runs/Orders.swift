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
        /// All have ended.
        case done
    }

    private struct State {
        /// The latest first.
        var orders: [Order] = []
        var waiting: CheckedContinuation<Order, Never>?
    }

    private let state = Locked(State())

    func put(_ order: Order) {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            if state.waiting == nil { state.orders.insert(order, at: 0) }
            return state.waiting
        }
        waiting?.resume(returning: order)
    }

    func next() async -> Order {
        await withCheckedContinuation { continuation in
            let order = state.withLock { state in
                let order = state.orders.popLast()
                if order == nil { state.waiting = continuation }
                return order
            }
            if let order { continuation.resume(returning: order) }
        }
    }
}
