import CLinux
import Glibc
package import Kernel

/// The sockets of a port that a look-up returns.
package enum SocketSelection: Hashable, Sendable {
    /// TCP: listening sockets. UDP: all sockets.
    case receiving
    /// Also connected sockets and those in `TIME_WAIT`. The kernel walks all connections for them.
    case all

    fileprivate func states(_ transport: Transport) -> UInt32 {
        self == .receiving && transport == .tcp ? 1 << UInt32(SocketState.listening.rawValue) : .max
    }
}

/// Returns the IPv4 and IPv6 sockets of this thread's network namespace that have a local port.
///
/// It needs no permission, and returns sockets of all users and processes.
///
/// - Parameter port: 0 for all ports.
/// - Throws: ``SystemError`` if the table cannot be read completely: `ENOENT` if the kernel lacks `tcp_diag` or
///   `udp_diag` or cannot load it, `EINTR` if the table changed during each attempt.
/// - SeeAlso: sock_diag(7).
package func sockets(
    _ transport: Transport,
    port: UInt16,
    _ selection: SocketSelection = .receiving
) throws(SystemError) -> [PortSocket] {
    let object = "\(transport.rawValue) port \(port)"
    let netlink = try NetlinkSocket(family: NETLINK_SOCK_DIAG, for: object)
    var found: [PortSocket] = []
    for family in [AF_INET, AF_INET6] {
        var request = inet_diag_req_v2()
        request.sdiag_family = UInt8(family)
        request.sdiag_protocol = UInt8(transport.number)
        request.idiag_states = selection.states(transport)
        request.id.idiag_sport = port.bigEndian
        let messages = try netlink.ask(
            type: UInt16(SOCK_DIAG_BY_FAMILY),
            flags: NLM_F_DUMP,
            bytes(of: request)
        )
        for message in messages {
            guard let socket = PortSocket(transport, message) else {
                throw SystemError("sock_diag(7)", object, code: EBADMSG)
            }
            if port == 0 || socket.port == port { found.append(socket) }
        }
    }
    return found
}

extension PortSocket {
    /// Parses one entry of the table, or returns nil if it is malformed.
    init?(_ transport: Transport, _ message: NetlinkMessage) {
        let size = MemoryLayout<inet_diag_msg>.size
        guard let entry = message.payload.load(inet_diag_msg.self),
            let attributes = message.attributes(after: size),
            let address = Self.address(entry.idiag_family, entry.id.idiag_src)
        else { return nil }
        let isIPv6Only = attributes[UInt16(INET_DIAG_SKV6ONLY)]?.load(UInt8.self)
        self.init(
            transport: transport,
            address: address,
            port: UInt16(bigEndian: entry.id.idiag_sport),
            isConnected: entry.id.idiag_dport != 0,
            state: SocketState(rawValue: entry.idiag_state),
            interface: entry.id.idiag_if,
            isIPv6Only: isIPv6Only.map { $0 != 0 },
            uid: entry.idiag_uid,
            inode: entry.idiag_inode
        )
        let peer = Self.address(entry.idiag_family, entry.id.idiag_dst)
        if !isConnected, let peer, peer != .anyIPv4, peer != .anyIPv6 { onlyPeer = peer }
    }

    /// Whether the socket accepts a datagram that arrives on an interface.
    func takes(to ip: IPAddress, on arrival: UInt32, from source: IPAddress) -> Bool {
        !isConnected && [0, arrival].contains(interface) && includes(ip) && isOpen(to: source)
    }

    private func isOpen(to source: IPAddress) -> Bool {
        // What is left of a given-up connection counts for IPv6 only (compute_score in net/ipv6/udp.c).
        guard let onlyPeer, case .ipv6(let address, _) = source.unmapped else { return true }
        guard case .ipv6(let peer, _) = onlyPeer else { return false }
        return peer == address
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

    /// Whether the socket's own address includes another address.
    private func includes(_ ip: IPAddress) -> Bool {
        switch (address.unmapped, ip.unmapped) {
        case (.ipv4(let own), .ipv4(let other)): own == 0 || own == other
        case (.ipv6(let own, _), .ipv6(let other, _)): own.isAny || own == other
        case (.ipv6(let own, _), .ipv4): own.isAny && isIPv6Only == false
        case (.ipv4, .ipv6): false
        }
    }
}
