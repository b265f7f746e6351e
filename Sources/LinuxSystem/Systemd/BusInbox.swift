import Synchronization

/// What is on its way to the thread of a bus, in the order in which it came.
struct BusOrders {
    var questions: [BusQuestion] = []
    var joining: [BusListener] = []
    var leaving: [BusListener] = []
    /// Whether nothing more will come.
    var areLast = false
    /// Whether nobody waits for what was not answered.
    var areAbandoned = false
}

/// Orders on their way to the thread of a bus, which is started for the first.
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

    /// The address of a bus other than the system's, which the environment names, once something listens there.
    var foreignBus: String? { state.withLock { $0.hasConnected ? address.foreign : nil } }

    func noteConnection() { state.withLock { $0.hasConnected = true } }

    /// For another connection to the same bus.
    convenience init(like other: BusInbox) {
        self.init(address: other.address, library: other.library)
    }

    /// - Throws: ``SystemError`` where the system has no room for the thread; the question is not
    ///   taken then.
    func post(_ question: BusQuestion) throws(SystemError) {
        try state.withLock { (state) throws(SystemError) in
            if state.wake == nil { state.wake = try startLoop() }
            state.orders.questions.append(question)
            // The first of some is enough to wake the thread, which takes them all.
            if state.orders.questions.count == 1 { state.wake?.signal() }
        }
    }

    /// - Throws: as ``post(_:)``.
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

    /// What came since.
    func take() -> BusOrders {
        state.withLock { state in
            defer { state.orders = BusOrders(areLast: state.orders.areLast) }
            return state.orders
        }
    }

    /// The thread ends when it has answered what it took; or at once, once what came before was sent.
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
