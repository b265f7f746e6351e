import Synchronization

/// The only thread that reads and writes the terminal, one conversation after another. Of two conversations at once,
/// each would get the other's answers.
///
/// It is started for the first conversation, and ends when none waits.
package final class TerminalThread: Sendable {
    package static let shared = TerminalThread()

    private final class Conversation: Sendable {
        let wakeUp: WakeUp
        let hold: @Sendable () -> Void

        init(_ wakeUp: WakeUp, _ hold: @escaping @Sendable () -> Void) {
            self.wakeUp = wakeUp
            self.hold = hold
        }
    }

    private struct State {
        var waiting: [Conversation] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    /// Runs `body` when the terminal is free, in the order of the calls.
    ///
    /// - Parameter body: Has to return as soon as it is woken. It is not called if it is woken before its turn.
    /// - Returns: The result of `body`, which has ended by then, even after a cancellation.
    /// - Throws: What `body` throws; `CancellationError` if the task was cancelled before its turn; ``SystemError``
    ///   with `EMFILE` or `EAGAIN` if there is no room for an eventfd(2) or a thread.
    package func run<Success: Sendable>(
        _ body: @escaping @Sendable (WakeUp) throws -> Success
    ) async throws -> Success {
        let wakeUp = try WakeUp()
        let answer = Answer<Success>()
        let conversation = Conversation(wakeUp) {
            answer.settle(
                Result {
                    if wakeUp.isSignalled { throw CancellationError() }
                    return try body(wakeUp)
                }
            )
        }
        return try await withTaskCancellationHandler {
            try await answer.value { try begin(conversation) }
        } onCancel: {
            wakeUp.signal()
            if withdraw(conversation) { answer.settle(.failure(CancellationError())) }
        }
    }

    private func begin(_ conversation: Conversation) throws {
        try state.withLock { state in
            // A cancellation before this point did not find the conversation here.
            if conversation.wakeUp.isSignalled { throw CancellationError() }
            if !state.isRunning { try startThread(named: "warrant-tty") { self.work() } }
            state.isRunning = true
            state.waiting.append(conversation)
        }
    }

    /// - Returns: Whether its turn had not come yet.
    private func withdraw(_ conversation: Conversation) -> Bool {
        state.withLock { state in
            let index = state.waiting.firstIndex { $0 === conversation }
            return index.map { state.waiting.remove(at: $0) } != nil
        }
    }

    private func work() {
        while let conversation = next() { conversation.hold() }
    }

    private func next() -> Conversation? {
        state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.isRunning = false
            return nil
        }
    }
}
