import Synchronization

/// Questions on their way to the thread of a bus, which is started for the first.
final class BusInbox: Sendable {
    private struct State {
        var questions: [BusQuestion] = []
        var isClosed = false
        var wake: WakeUp?
    }

    private let state = Mutex(State())
    private let address: BusAddress
    private let library: String

    init(address: BusAddress, library: String) {
        self.address = address
        self.library = library
    }

    /// - Throws: ``SystemError`` where the system has no room for the thread; the question is not
    ///   taken then.
    func post(_ question: BusQuestion) throws(SystemError) {
        try state.withLock { (state) throws(SystemError) in
            if state.wake == nil { state.wake = try startLoop() }
            state.questions.append(question)
            // The first of some is enough to wake the thread, which takes them all.
            if state.questions.count == 1 { state.wake?.signal() }
        }
    }

    /// What was posted since, and whether nothing more will be.
    func take() -> (questions: [BusQuestion], isLast: Bool) {
        state.withLock { state in
            defer { state.questions = [] }
            return (state.questions, state.isClosed)
        }
    }

    /// The thread ends when it has answered what it took.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.wake?.signal()
        }
    }

    private func startLoop() throws(SystemError) -> WakeUp {
        let wake = try WakeUp()
        try startThread(named: "warrant-bus") { [self, address, library] in
            BusLoop(inbox: self, wake: wake, address: address, library: library).run()
        }
        return wake
    }
}
