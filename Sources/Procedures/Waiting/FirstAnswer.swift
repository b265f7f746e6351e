/// The first of several answers to one question. Later answers are dropped.
@usableFromInline
final class FirstAnswer<Value: Sendable>: Sendable {
    @usableFromInline
    enum State {
        case open
        case waited(CheckedContinuation<Void, Never>)
        case awaited(@Sendable (consuming Value) -> Void)
        case settled(Value)
        case delivered
    }

    @usableFromInline let state: Locked<State>

    @inlinable
    init() { state = Locked(.open) }

    /// Hands the answer to the waiter and keeps no copy, so the waiter controls its lifetime. Resuming a continuation
    /// with the value could keep a copy for a moment longer.
    @inlinable
    func settle(_ value: consuming Value) {
        var answer = Optional(value)
        let former = state.withLock { state in
            let former = state
            switch state {
            case .open, .waited: if let answer = answer.take() { state = .settled(answer) }
            case .awaited: state = .delivered
            case .settled, .delivered: return State.delivered
            }
            return former
        }
        switch former {
        case .waited(let continuation): continuation.resume()
        case .awaited(let tell): if let answer = answer.take() { tell(consume answer) }
        case .open, .settled, .delivered: break
        }
    }

    /// The answer, if there is one already.
    @inlinable var early: Value? {
        state.withLock { state in
            guard case .settled(let value) = state else { return nil }
            return value
        }
    }

    /// Waits for the answer. Only one waiter may call this, once.
    func value() async -> Value {
        await withCheckedContinuation { continuation in
            let isSettled = state.withLock { state in
                guard case .open = state else { return true }
                state = .waited(continuation)
                return false
            }
            if isSettled { continuation.resume() }
        }
        guard let answer = taken() else { preconditionFailure("it is waited for once") }
        return answer
    }

    /// Takes the answer if there is one that was not taken yet.
    @inlinable
    func taken() -> Value? {
        state.withLock { state in
            guard case .settled(let value) = state else { return nil }
            state = .delivered
            return value
        }
    }

    /// Calls `tell` with the answer, at once if it already exists. An alternative to ``value()``.
    func whenSettled(_ tell: @escaping @Sendable (consuming Value) -> Void) {
        let early = state.withLock { state -> Value? in
            guard case .settled(let value) = state else {
                state = .awaited(tell)
                return nil
            }
            state = .delivered
            return value
        }
        if let early { tell(early) }
    }
}

extension FirstAnswer<Void> {
    /// Returns an answer that is settled once all endings are.
    static func all<Other>(_ endings: [Ending<Other>]) -> FirstAnswer<Void> {
        let answer = FirstAnswer<Void>()
        let countdown = Countdown(endings.count, answer)
        if endings.isEmpty { answer.settle(()) }
        for ending in endings { ending.whenSettled { countdown.tick() } }
        return answer
    }
}

private final class Countdown: Sendable {
    private let missing: Locked<Int>
    private let answer: FirstAnswer<Void>

    init(_ count: Int, _ answer: FirstAnswer<Void>) {
        missing = Locked(count)
        self.answer = answer
    }

    func tick() {
        let isLast = missing.withLock { missing in
            missing -= 1
            return missing == 0
        }
        if isLast { answer.settle(()) }
    }
}
