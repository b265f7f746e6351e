import Glibc

import Kernel
@testable import LinuxSystem

/// A socket of a test, which is closed after its last use.
final class TestSocket: Sendable {
    enum Kind: Int32 { case stream = 1, datagram = 2, seqpacket = 5 }

    let socket: Socket
    var descriptor: Int32 { socket.descriptor }

    init(
        _ kind: Kind,
        _ address: SocketAddress,
        isIPv6Only: Bool = false,
        reusesAddress: Bool = false,
        reusesPort: Bool = false
    ) throws {
        let object = "\(address)"
        socket = try Socket(family: address.family, type: kind.rawValue, for: object)
        if address.family == AF_INET6 {
            // 41 is IPPROTO_IPV6, 26 is IPV6_V6ONLY.
            try socket.set(26, of: 41, to: Int32(isIPv6Only ? 1 : 0), for: object)
        }
        try socket.set(SO_REUSEADDR, of: SOL_SOCKET, to: Int32(reusesAddress ? 1 : 0), for: object)
        if address.family != AF_UNIX {
            try socket.set(SO_REUSEPORT, of: SOL_SOCKET, to: Int32(reusesPort ? 1 : 0), for: object)
        }
        let code = socket.bind(to: address)
        guard code == 0 else { throw SystemError("bind(2)", object, code: code) }
    }

    func listening(backlog: Int32 = 16) throws -> Self {
        guard listen(descriptor, backlog) == 0 else {
            throw SystemError("listen(2)", "test", code: errno)
        }
        return self
    }

    /// The inode of the socket in the kernel's tables.
    var inode: UInt32 {
        var facts = stat()
        // SAFETY: the kernel fills the structure.
        unsafe fstat(descriptor, &facts)
        return UInt32(facts.st_ino)
    }

    var port: UInt16 {
        guard case .ip(_, let port) = socket.localAddress else { return 0 }
        return port
    }

    /// Returns a listener on loopback, at a port that the kernel chose.
    static func listener(_ ip: IPAddress = .loopbackIPv4, backlog: Int32 = 16) throws -> TestSocket
    {
        try TestSocket(.stream, .ip(ip, port: 0)).listening(backlog: backlog)
    }

    /// Returns a bound TCP socket that does not listen. Its port refuses connections, and no other process gets it.
    static func refusing(_ ip: IPAddress = .loopbackIPv4) throws -> TestSocket {
        try TestSocket(.stream, .ip(ip, port: 0))
    }
}
