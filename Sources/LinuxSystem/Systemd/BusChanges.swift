import Synchronization

/// Reports whether one of some signals came over a bus, or may have been missed.
///
/// After ``hear(_:where:)``, the subscription is in force before the bus passes on any later question. So every change
/// after the answer is reported. If the bus is lost and returns, that counts as a change.
package final class BusChanges: Sendable {
    /// The state that the thread of the bus writes.
    fileprivate final class Record: Sendable {
        struct State {
            var hasChanged = false
            /// The reason why the bus will never deliver the signals.
            var refusal: BusFailure?
        }

        let state = Mutex(State())
    }

    private let bus: SystemBus
    private let wake: @Sendable () -> Void
    private let record = Record()
    private let subscriptions = Mutex<[BusSignal: BusSubscription]>([:])

    /// - Parameter wake: Called on the thread of the bus, which waits for it. So it may only signal.
    package init(on bus: SystemBus, waking wake: @escaping @Sendable () -> Void) {
        self.bus = bus
        self.wake = wake
    }

    /// Subscribes to a signal. A second subscription to the same signal has no effect.
    ///
    /// - Parameter concerns: Whether a signal matters, by its arguments; called on the thread of the bus.
    /// - Throws: ``SystemError`` if there is no room for the bus thread.
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

    /// Ends the subscription to a signal.
    func forget(_ signal: BusSignal) {
        // Released outside the lock.
        _ = subscriptions.withLock { $0.removeValue(forKey: signal) }
    }

    /// True if ``takeChange()`` will not return false.
    package var hasChanged: Bool {
        record.state.withLock { $0.hasChanged || $0.refusal != nil }
    }

    /// Returns whether there was a change since the last call.
    ///
    /// - Throws: ``BusFailure`` if the bus refuses the subscription, so that no more changes can be reported.
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
    /// - Returns: Whether the waiting caller has to be woken.
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
    /// Whether a listener will be notified when the failure is over: when the bus or the service is back.
    var isTemporary: Bool {
        switch self {
        case .noBus, .absent, .disconnected, .unreadable: true
        case .libraryMissing, .untrusted, .accessDenied, .timedOut, .remote: false
        }
    }
}
