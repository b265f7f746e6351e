import Procedures

/// Counts the tokens that are held.
final class Ledger: Sendable {
    final class Token: Sendable {
        private let ledger: Ledger

        fileprivate init(_ ledger: Ledger) {
            self.ledger = ledger
            ledger.state.withLock { state in
                state.alive += 1
                state.issued += 1
            }
        }

        deinit { ledger.drop() }

        func touch() {}
    }

    fileprivate struct State {
        var alive = 0
        var issued = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    fileprivate let state = Locked(State())

    var alive: Int { state.withLock { $0.alive } }
    var issued: Int { state.withLock { $0.issued } }

    func token() -> Token { Token(self) }

    /// Returns when no token is held.
    func whenEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if state.alive > 0 { state.waiting.append(continuation) }
                return state.alive == 0
            }
            if isEmpty { continuation.resume() }
        }
    }

    private func drop() {
        let waiting = state.withLock { state in
            state.alive -= 1
            guard state.alive == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

extension Ledger {
    /// Returns a procedure whose work, condition and observer hold one token each.
    func procedure() -> Procedure<Void> {
        let (work, condition, observer) = (token(), token(), token())
        return Procedure("work") { work.touch() }
            .condition(
                BlockCondition("condition") {
                    condition.touch()
                    return true
                }
            )
            .observer(BlockObserver(didFinish: { _, _ in observer.touch() }))
    }
}
