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
    // INVARIANT: who takes the continuation from here resumes it, and nobody else has it.
    @safe private struct State {
        var concluding: [Execution] = []
        var hasClosed = false
        var needsWorker = false
        var mayStart = false
        var isDone = false
        var waiting: UnsafeContinuation<Void, Never>?

        var isEmpty: Bool {
            concluding.isEmpty && !hasClosed && !needsWorker && !mayStart && !isDone
        }

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
        // SAFETY: taken, so that it is resumed once; the end of the run is an order too, so that it is.
        let waiting = unsafe state.withLock { state in
            state.note(order)
            return unsafe state.waiting.take()
        }
        unsafe waiting?.resume()
    }

    /// Waits until there is an order.
    func wait() async {
        // SAFETY: resumed by whoever takes it from the state, or here where it is not put there. A checked one
        // holds more of the caller's stack, for as long as the run takes.
        await unsafe withUnsafeContinuation { continuation in
            let isThere = state.withLock { state in
                if state.isEmpty { unsafe state.waiting = continuation }
                return !state.isEmpty
            }
            if isThere { unsafe continuation.resume() }
        }
    }

    /// The next order, if there is one.
    func next() -> Order? { state.withLock { $0.next() } }
}
