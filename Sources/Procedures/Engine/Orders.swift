/// What is to be done for a run besides its procedures, by one task at a time and in no slot: the task that
/// waits for the run, which has the task-local values of whoever ran it. Where none waits, one is made each
/// time, since a task that waits is larger than all the rest of a run.
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
        /// Whether somebody does, and will ask for the next.
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

    /// Whether there is a task that waits for the run.
    private let isAwaited: Bool
    private let state = Locked(State())

    init(isAwaited: Bool) { self.isAwaited = isAwaited }

    /// - Returns: Whether a task is to be made that follows this order, and all that are there then.
    func put(_ order: Order) -> Bool {
        // SAFETY: taken, so that it is resumed once; the end of the run is an order too, so that it is.
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

    /// The next order, if there is one; if not, who asked waits, or goes.
    func next() -> Order? {
        state.withLock { state in
            let next = state.next()
            state.isFollowed = next != nil
            return next
        }
    }
}
