/// The first of several answers to one question; whatever comes later is dropped.
final class FirstAnswer<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(@Sendable (consuming Value) -> Void)
        case settled(Value)
        case delivered
    }

    private let state = Locked(State.open)

    /// Hands the answer on and keeps nothing of it: what it holds ends with whoever waits.
    func settle(_ value: consuming Value) {
        var answer = Optional(value)
        let tell = state.withLock { state -> (@Sendable (consuming Value) -> Void)? in
            switch state {
            case .open:
                if let answer = answer.take() { state = .settled(answer) }
                return nil
            case .awaited(let tell):
                state = .delivered
                return tell
            case .settled, .delivered:
                return nil
            }
        }
        if let tell, let answer = answer.take() { tell(answer) }
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
            whenSettled { continuation.resume(returning: $0) }
        }
    }

    /// Calls `tell` with the answer, now where it is there; in place of ``value()``.
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
    /// Settled when all of some others are.
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
