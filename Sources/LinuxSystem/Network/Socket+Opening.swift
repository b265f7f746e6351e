import CLinux
import Glibc
package import Kernel

extension Socket {
    /// A socket that is bound, and listens where it is of a kind that can; see bind(2), listen(2).
    ///
    /// One of TCP has `SO_REUSEADDR`, so that a server starts again while old connections linger.
    ///
    /// - Parameter backlog: How many connections wait to be accepted at most.
    /// - Throws: ``SystemError`` as socket(2), bind(2) and listen(2) fail.
    package static func bound(
        _ transport: Transport,
        at address: SocketAddress,
        backlog: Int32
    ) throws(SystemError) -> Descriptor {
        let name = "\(transport.rawValue) \(address)"
        let socket = try Socket(family: address.family, type: transport.socketType, for: name)
        if transport == .tcp {
            try socket.set(SO_REUSEADDR, of: SOL_SOCKET, to: Int32(1), for: name)
        }
        let code = socket.bind(to: address)
        guard code == 0 else { throw SystemError("bind(2)", name, code: code) }
        if transport == .tcp, listen(socket.descriptor, backlog) != 0 {
            throw SystemError("listen(2)", name, code: errno)
        }
        return socket.release()
    }

    /// A socket for whole packets of a protocol of IPv4 or IPv6, see raw(7).
    package static func raw(isIPv6: Bool, protocol number: Int32) throws(SystemError) -> Descriptor
    {
        let name = "raw protocol \(number)"
        let family = isIPv6 ? AF_INET6 : AF_INET
        return try Socket(family: family, type: clinux_raw, protocol: number, for: name)
            .release()
    }

    /// A socket for whole frames, see packet(7).
    package static func packet(protocol number: UInt16) throws(SystemError) -> Descriptor {
        let name = "packets of protocol \(number)"
        return try Socket(
            family: AF_PACKET,
            type: clinux_raw,
            protocol: Int32(number.bigEndian),
            for: name
        )
        .release()
    }
}
