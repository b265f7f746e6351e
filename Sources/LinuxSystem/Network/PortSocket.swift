import CLinux
import Glibc

/// A socket that has a local port, as the kernel's table tells; see sock_diag(7).
package struct PortSocket: Hashable, Sendable {
    package let transport: Transport
    /// As the socket has it: an IPv6 socket's may be an IPv4 address in IPv6 form (`::ffff:127.0.0.1`).
    package let address: IPAddress
    package let port: UInt16
    /// Nil when the socket is not connected.
    package let peer: SocketAddress?
    package let state: SocketState
    /// The index of the interface that the socket is bound to, 0 for none.
    package let interface: UInt32
    /// Whether a socket of `::` leaves IPv4 alone; nil where the kernel does not tell, which is for
    /// IPv4 and for connected sockets.
    package var isIPv6Only: Bool?
    /// Whether it has `SO_REUSEADDR`; nil where nobody was asked, see ``SocketOptions``.
    package var reusesAddress: Bool?
    /// The owner, in the numbers of the reader's user namespace; 0 in `TIME_WAIT`.
    package let uid: UInt32
    /// What `/proc/PID/fd` shows as `socket:[N]`; 0 for a socket that no process holds any more.
    package let inode: UInt32

    package init(
        transport: Transport,
        address: IPAddress,
        port: UInt16,
        peer: SocketAddress? = nil,
        state: SocketState,
        interface: UInt32 = 0,
        isIPv6Only: Bool? = nil,
        uid: UInt32,
        inode: UInt32
    ) {
        self.transport = transport
        self.address = address
        self.port = port
        self.peer = peer
        self.state = state
        self.interface = interface
        self.isIPv6Only = isIPv6Only
        self.uid = uid
        self.inode = inode
    }
}

/// The state of a socket, numbered as the kernel does for TCP; UDP uses two of them.
package struct SocketState: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let established = SocketState(rawValue: 1)
    /// Bound, neither connected nor listening. Those of TCP are told of since Linux 6.8.
    package static let unconnected = SocketState(rawValue: 7)
    package static let listening = SocketState(rawValue: 10)
}

extension PortSocket {
    /// Reads one entry of the table; nil when it is malformed.
    init?(_ transport: Transport, _ message: NetlinkMessage) {
        let size = MemoryLayout<inet_diag_msg>.size
        guard let entry = message.payload.load(inet_diag_msg.self),
            let attributes = message.attributes(after: size),
            let local = Self.address(entry.idiag_family, entry.id.idiag_src),
            let remote = Self.address(entry.idiag_family, entry.id.idiag_dst)
        else { return nil }
        let isIPv6Only = attributes[UInt16(INET_DIAG_SKV6ONLY)]?.load(UInt8.self)
        let peerPort = UInt16(bigEndian: entry.id.idiag_dport)
        self.init(
            transport: transport,
            address: local,
            port: UInt16(bigEndian: entry.id.idiag_sport),
            peer: peerPort == 0 ? nil : .ip(remote, port: peerPort),
            state: SocketState(rawValue: entry.idiag_state),
            interface: entry.id.idiag_if,
            isIPv6Only: isIPv6Only.map { $0 != 0 },
            uid: entry.idiag_uid,
            inode: entry.idiag_inode
        )
    }

    private static func address(
        _ family: UInt8,
        _ words: (UInt32, UInt32, UInt32, UInt32)
    ) -> IPAddress? {
        switch Int32(family) {
        case AF_INET: .ipv4(UInt32(bigEndian: words.0))
        case AF_INET6:
            .ipv6(
                IPv6Address(
                    high: UInt64(UInt32(bigEndian: words.0)) << 32
                        | UInt64(UInt32(bigEndian: words.1)),
                    low: UInt64(UInt32(bigEndian: words.2)) << 32
                        | UInt64(UInt32(bigEndian: words.3))
                )
            )
        default: nil
        }
    }
}
