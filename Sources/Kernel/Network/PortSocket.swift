/// A socket with a local port, as the kernel's table shows it; see sock_diag(7).
package struct PortSocket: Hashable, Sendable {
    package let transport: Transport
    /// The local address. For an IPv6 socket it may be an IPv4-mapped address (`::ffff:127.0.0.1`).
    package let address: IPAddress
    package let port: UInt16
    package let isConnected: Bool
    package let state: SocketState
    /// The index of the interface that the socket is bound to, or 0.
    package let interface: UInt32
    /// True if a socket bound to `::` excludes IPv4. Nil for IPv4 and for connected sockets, for which the kernel does
    /// not report it.
    package var isIPv6Only: Bool?
    /// True if it has `SO_REUSEADDR`. Nil if unknown: the kernel reports it only to the process that has the socket.
    package var reusesAddress: Bool?
    /// The owner, as an id of the reader's user namespace; 0 in `TIME_WAIT`.
    package let uid: UInt32
    /// The number that `/proc/PID/fd` shows as `socket:[N]`; 0 for a socket that no process holds any more.
    package let inode: UInt32
    /// The only address from which a UDP socket without a peer accepts datagrams; nil for all. An IPv6 socket keeps it
    /// from a connection that it gave up.
    package var onlyPeer: IPAddress?

    package init(
        transport: Transport,
        address: IPAddress,
        port: UInt16,
        isConnected: Bool = false,
        state: SocketState,
        interface: UInt32 = 0,
        isIPv6Only: Bool? = nil,
        reusesAddress: Bool? = nil,
        uid: UInt32,
        inode: UInt32
    ) {
        self.transport = transport
        self.address = address
        self.port = port
        self.isConnected = isConnected
        self.state = state
        self.interface = interface
        self.isIPv6Only = isIPv6Only
        self.reusesAddress = reusesAddress
        self.uid = uid
        self.inode = inode
    }
}

/// The state of a socket, with the kernel's numbers for TCP. UDP uses two of them.
package struct SocketState: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let established = SocketState(rawValue: 1)
    /// Bound, but neither connected nor listening. The kernel shows such TCP sockets since Linux 6.8.
    package static let unconnected = SocketState(rawValue: 7)
    package static let listening = SocketState(rawValue: 10)
}
