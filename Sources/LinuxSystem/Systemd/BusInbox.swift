import Synchronization

/// Orders for the thread of a bus, in the order in which they came.
struct BusOrders {
    var questions: [BusQuestion] = []
    var joining: [BusListener] = []
    var leaving: [BusListener] = []
    /// Whether no more orders will come.
    var areLast = false
    /// Whether no caller waits for the open questions any more.
    var areAbandoned = false
}

/// The queue of orders for the thread of a bus, which is started for the first order.
final class BusInbox: Sendable {
    private struct State {
        var orders = BusOrders()
        var wake: WakeUp?
        var hasConnected = false
    }

    private let state = Mutex(State())
    private let address: BusAddress
    private let library: String

    init(address: BusAddress, library: String) {
        self.address = address
        self.library = library
    }

    /// The address of a bus other than the system bus that the environment names, once a process listens there.
    var foreignBus: String? { state.withLock { $0.hasConnected ? address.foreign : nil } }

    func noteConnection() { state.withLock { $0.hasConnected = true } }

    /// Makes an inbox for another connection to the same bus.
    convenience init(like other: BusInbox) {
        self.init(address: other.address, library: other.library)
    }

    /// - Throws: ``SystemError`` if the system has no room for the thread. The question is not taken then.
    func post(_ question: BusQuestion) throws(SystemError) {
        try state.withLock { (state) throws(SystemError) in
            if state.wake == nil { state.wake = try startLoop() }
            state.orders.questions.append(question)
            // The first question wakes the thread, which takes all of them.
            if state.orders.questions.count == 1 { state.wake?.signal() }
        }
    }

    /// - Throws: As ``post(_:)``.
    func join(_ listener: BusListener) throws(SystemError) {
        try state.withLock { (state) throws(SystemError) in
            if state.wake == nil { state.wake = try startLoop() }
            state.orders.joining.append(listener)
            state.wake?.signal()
        }
    }

    func leave(_ listener: BusListener) {
        state.withLock { state in
            state.orders.leaving.append(listener)
            state.wake?.signal()
        }
    }

    /// Takes the orders since the last call.
    func take() -> BusOrders {
        state.withLock { state in
            defer { state.orders = BusOrders(areLast: state.orders.areLast) }
            return state.orders
        }
    }

    /// Ends the thread once it has answered its questions, or, with `atOnce`, once it has sent the calls taken before.
    func close(atOnce: Bool = false) {
        state.withLock { state in
            state.orders.areLast = true
            if atOnce { state.orders.areAbandoned = true }
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
