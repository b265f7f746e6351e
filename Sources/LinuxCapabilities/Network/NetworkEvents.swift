import LinuxSystem

/// What tells that an answer about a network may have changed: its links, addresses, routes and rules, and the
/// ends of the sockets of a port.
final class NetworkEvents: ChangeSource {
    /// Those of the network namespace of the thread that opens them, wherever they are read.
    struct Sockets: Sendable {
        let changes: NetworkChanges
        let ends: SocketEnds?

        /// - Parameter port: Whose sockets' ends; nil for none.
        /// - Throws: ``SystemError`` where the system has no room for them.
        init(endingAt port: UInt16?) throws(SystemError) {
            changes = try NetworkChanges()
            ends = if let port { try SocketEnds(ofPort: port) } else { nil }
        }
    }

    private let sockets: Sockets
    private let listeners: [DescriptorEvents.Listener]

    /// Not to be called on a thread in the network of others: those that it starts would be there too.
    ///
    /// - Throws: ``SystemError`` as ``DescriptorEvents`` has it.
    init(_ sockets: Sockets, waking bell: Bell) throws(SystemError) {
        var listeners = [try sockets.changes.listen { bell.ring() }]
        if let ends = sockets.ends { listeners.append(try ends.listen { bell.ring() }) }
        (self.sockets, self.listeners) = (sockets, listeners)
    }

    /// What was lost may have been anything.
    func takeChange() throws -> Bool {
        let isEnded = try sockets.ends?.taken() ?? false
        return try !sockets.changes.taken().isEmpty || isEnded
    }
}
