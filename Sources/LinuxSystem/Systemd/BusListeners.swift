/// All listeners on the thread of a bus.
struct BusListeners {
    /// In the order in which their first members joined.
    private var audiences: [BusAudience] = []

    var isEmpty: Bool { audiences.isEmpty }

    /// Whether some audience waits for a connection.
    var areWaiting: Bool { audiences.contains(where: \.awaitsConnection) }

    mutating func change(joining: [BusListener], leaving: [BusListener]) {
        for listener in joining { audience(of: listener.signal).join(listener) }
        for listener in leaving {
            audiences.first { $0.signal == listener.signal }?.leave(listener)
        }
        if !leaving.isEmpty { audiences.removeAll(where: \.isEmpty) }
    }

    private mutating func audience(of signal: BusSignal) -> BusAudience {
        if let known = audiences.first(where: { $0.signal == signal }) { return known }
        let audience = BusAudience(of: signal)
        audiences.append(audience)
        return audience
    }

    /// Asks a connection for the signals that no connection was asked for yet.
    func attach(to connection: BusConnection) throws(BusFailure) {
        for audience in audiences { try audience.attach(to: connection) }
    }

    /// Call this before the connection ends.
    func detach() {
        for audience in audiences { audience.detach() }
    }

    func tellDeaf(_ failure: BusFailure) {
        for audience in audiences { audience.tellDeaf(failure) }
    }
}
