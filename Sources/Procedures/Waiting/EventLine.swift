/// Delivers the events of one procedure one after another, from any thread.
///
/// Needed only for a procedure that produces others, since its work may do so from several tasks.
final class EventLine: Sendable {
    private struct State {
        var events: [@Sendable () -> Void] = []
        var isTelling = false
    }

    private let state = Locked(State())

    /// Delivers an event, or leaves that to the thread that is delivering another.
    func tellSoon(_ event: @escaping @Sendable () -> Void) {
        let isBusy = state.withLock { state in
            state.events.append(event)
            defer { state.isTelling = true }
            return state.isTelling
        }
        guard !isBusy else { return }
        while let next = next() { next() }
    }

    /// Delivers an event, and returns afterwards.
    func tell(_ event: @escaping @Sendable () -> Void) async {
        let told = FirstAnswer<Void>()
        tellSoon {
            event()
            told.settle(())
        }
        await told.value()
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.events.isEmpty else {
                state.isTelling = false
                return nil
            }
            return state.events.removeFirst()
        }
    }
}
