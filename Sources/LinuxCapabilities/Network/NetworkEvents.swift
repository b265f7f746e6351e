import LinuxSystem

/// The events after which an answer about a network may differ: changes of its links, addresses, routes and rules, and
/// the ends of the sockets of a port.
final class NetworkEvents: ChangeSource {
    /// The sockets of the network namespace of the thread that opens them. They may be read on any thread.
    struct Sockets: Sendable {
        let changes: NetworkChanges
        let ends: SocketEnds?

        /// - Parameter port: The port whose sockets' ends are reported; nil for none.
        /// - Throws: ``SystemError`` if the system has no room for them.
        init(endingAt port: UInt16?) throws(SystemError) {
            changes = try NetworkChanges()
            ends = if let port { try SocketEnds(ofPort: port) } else { nil }
        }
    }

    private let sockets: Sockets
    private let listeners: [DescriptorEvents.Listener]

    /// Starts to listen. It must not be called on a thread in another network, because threads that it starts would be
    /// there too.
    ///
    /// - Throws: ``SystemError`` of ``DescriptorEvents``.
    init(_ sockets: Sockets, waking bell: Bell) throws(SystemError) {
        var listeners = [try sockets.changes.listen { bell.ring() }]
        if let ends = sockets.ends { listeners.append(try ends.listen { bell.ring() }) }
        (self.sockets, self.listeners) = (sockets, listeners)
    }

    /// Returns whether an answer may have changed. Lost events count as a change.
    func takeChange() throws -> Bool {
        let isEnded = try sockets.ends?.taken() ?? false
        return try !sockets.changes.taken().isEmpty || isEnded
    }
}
