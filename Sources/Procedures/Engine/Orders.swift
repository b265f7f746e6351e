/// The tasks of a run besides its procedures, carried out by one task at a time and without a slot.
///
/// That is the task that waits for the run, since it has the task-local values of the caller. If none waits, a new task
/// is created each time: a waiting task is larger than the rest of a run.
final class Orders: Sendable {
    enum Order: Sendable {
        /// Have another worker conclude this procedure, whose own worker was abandoned.
        case conclude(Execution)
        /// End the procedures that were closed without having started.
        case endClosed
        /// Call a worker: a procedure is ready, and a slot was given up.
        case callWorker
        /// Start the worker that was called, for which there is a slot.
        case startWorker
        /// All procedures have ended.
        case done
    }

    /// The pending orders. A repeated order has no effect until it was carried out.
    // INVARIANT: the code that takes the continuation resumes it, and no other code has it.
    @safe private struct State {
        var concluding: [Execution] = []
        var hasClosed = false
        var needsWorker = false
        var mayStart = false
        var isDone = false
        /// True if a task carries out orders now, and will ask for the next one.
        var isFollowed = false
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
            // The order with a slot comes first, since others wait for that slot.
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

    /// True if a task waits for the run.
    private let isAwaited: Bool
    private let state = Locked(State())

    init(isAwaited: Bool) { self.isAwaited = isAwaited }

    /// - Returns: True if the caller must create a task that carries out this order and all others.
    func put(_ order: Order) -> Bool {
        // SAFETY: it is taken, so it is resumed once. It is always resumed, since the end of the run is an order too.
        let (waiting, isFollowed) = unsafe state.withLock { state in
            state.note(order)
            defer { state.isFollowed = true }
            return unsafe (state.waiting.take(), state.isFollowed)
        }
        unsafe waiting?.resume()
        return !isAwaited && !isFollowed
    }

    /// Waits until there is an order.
    func wait() async {
        // SAFETY: resumed by the code that takes it from the state, or here if it is not stored. A checked continuation
        // holds more of the caller's stack for as long as the run takes.
        await unsafe withUnsafeContinuation { continuation in
            let isThere = state.withLock { state in
                if state.isEmpty { unsafe state.waiting = continuation }
                return !state.isEmpty
            }
            if isThere { unsafe continuation.resume() }
        }
    }

    /// Returns the next order. If there is none, the caller waits or ends.
    func next() -> Order? {
        state.withLock { state in
            let next = state.next()
            state.isFollowed = next != nil
            return next
        }
    }
}
