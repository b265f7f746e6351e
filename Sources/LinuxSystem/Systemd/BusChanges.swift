import Synchronization

/// Whether one of some signals came over a bus, or may have been missed.
///
/// The bus listens before it passes on what is asked over it after ``hear(_:where:)``: what one looks at then
/// can only change with word of it. After the bus was lost and listens again, there is word of that.
package final class BusChanges: Sendable {
    /// What the thread of the bus writes.
    fileprivate final class Record: Sendable {
        struct State {
            var hasChanged = false
            /// Why the bus will never tell.
            var refusal: BusFailure?
        }

        let state = Mutex(State())
    }

    private let bus: SystemBus
    private let wake: @Sendable () -> Void
    private let record = Record()
    private let subscriptions = Mutex<[BusSignal: BusSubscription]>([:])

    /// - Parameter wake: Called on the thread of the bus, which waits for it: it may signal, and no more.
    package init(on bus: SystemBus, waking wake: @escaping @Sendable () -> Void) {
        self.bus = bus
        self.wake = wake
    }

    /// Hears a signal from now on; one that is heard already, as before.
    ///
    /// - Parameter concerns: Whether a signal matters, by its arguments; read on the thread of the bus.
    /// - Throws: ``SystemError`` where there is no room for the bus's thread.
    package func hear(
        _ signal: BusSignal,
        where concerns: @escaping @Sendable (BusMessage) throws(BusFailure) -> Bool = { _ in true }
    ) throws(SystemError) {
        try subscriptions.withLock { (subscriptions) throws(SystemError) in
            guard subscriptions[signal] == nil else { return }
            let subscription = try bus.listen(to: signal, reading: concerns) {
                [record, wake] event in
                if record.take(event) { wake() }
            }
            subscriptions[signal] = subscription
        }
    }

    /// Hears a signal no more.
    func forget(_ signal: BusSignal) {
        // Let go of outside the lock.
        _ = subscriptions.withLock { $0.removeValue(forKey: signal) }
    }

    /// Whether there was any since the last call.
    ///
    /// - Throws: ``BusFailure`` where the bus refuses to tell, so that there is nothing to be heard any more.
    package func takeChange() throws(BusFailure) -> Bool {
        let state = record.state.withLock { state in
            defer { state.hasChanged = false }
            return state
        }
        if let refusal = state.refusal { throw refusal }
        return state.hasChanged
    }
}

extension BusChanges.Record {
    /// - Returns: Whether somebody is to be woken.
    fileprivate func take(_ event: BusEvent<Bool>) -> Bool {
        if case .signal(false, _) = event { return false }
        state.withLock { state in
            state.hasChanged = true
            if case .deaf(let failure) = event, !failure.isTemporary { state.refusal = failure }
        }
        return true
    }
}

extension BusFailure {
    /// Whether whoever listens is told when it is over: that the bus is back, or who is asked.
    var isTemporary: Bool {
        switch self {
        case .noBus, .absent, .disconnected, .unreadable: true
        case .libraryMissing, .untrusted, .accessDenied, .timedOut, .remote: false
        }
    }
}
