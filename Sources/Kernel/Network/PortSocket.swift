/// A socket that has a local port, as the kernel's table shows it; see sock_diag(7).
package struct PortSocket: Hashable, Sendable {
    package let transport: Transport
    /// As the socket has it: an IPv6 socket's may be an IPv4 address in IPv6 form (`::ffff:127.0.0.1`).
    package let address: IPAddress
    package let port: UInt16
    package let isConnected: Bool
    package let state: SocketState
    /// The index of the interface that the socket is bound to, 0 for none.
    package let interface: UInt32
    /// Whether a socket of `::` leaves IPv4 alone; nil where the kernel does not say, which is for
    /// IPv4 and for connected sockets.
    package var isIPv6Only: Bool?
    /// Whether it has `SO_REUSEADDR`; nil where it is not known: the kernel says it to the process that
    /// has the socket alone.
    package var reusesAddress: Bool?
    /// The owner, in the numbers of the reader's user namespace; 0 in `TIME_WAIT`.
    package let uid: UInt32
    /// What `/proc/PID/fd` shows as `socket:[N]`; 0 for a socket that no process holds any more.
    package let inode: UInt32

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

/// The state of a socket, numbered as the kernel does for TCP; UDP uses two of them.
package struct SocketState: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let established = SocketState(rawValue: 1)
    /// Bound, neither connected nor listening. The kernel shows those of TCP since Linux 6.8.
    package static let unconnected = SocketState(rawValue: 7)
    package static let listening = SocketState(rawValue: 10)
}
