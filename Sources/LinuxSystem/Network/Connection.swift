import CLinux
import Glibc
package import Kernel

/// A TCP or UDP socket that was told to connect, closed with its last use.
///
/// It belongs to the network namespace of the thread that made it, wherever the outcome is waited for.
package struct Connection: ~Copyable, Sendable {
    private let socket: Socket
    private let address: SocketAddress
    /// Known at once; nil while a handshake is on its way.
    let early: ConnectOutcome?

    /// Opens a socket and begins to connect, without waiting.
    ///
    /// For UDP the kernel only chooses a route and a source address: no datagram leaves, so that a
    /// distant peer cannot refuse. A peer on this host can be known to refuse, and is, when no socket
    /// that would take a datagram is bound there.
    ///
    /// - Throws: ``SystemError`` when no attempt could be made, and from the tables that tell of a UDP
    ///   peer on this host. `EADDRNOTAVAIL` is thrown when all ports to connect from are taken.
    package init(_ transport: Transport, to ip: IPAddress, port: UInt16) throws(SystemError) {
        let address = SocketAddress.ip(ip, port: port)
        let type = transport.socketType | clinux_nonblocking
        let socket = try Socket(family: address.family, type: type, for: "\(address)")
        switch (transport, socket.connect(to: address)) {
        case (.tcp, EINPROGRESS): early = nil
        case (_, EADDRNOTAVAIL): early = try Self.noSource(address)
        case (.udp, 0):
            early = try Self.isRefusedHere(socket) ? .refused(.ECONNREFUSED) : .connected
        case (_, let code): early = try Self.outcome(code, address)
        }
        self.socket = socket
        self.address = address
    }

    /// Waits for the end of the handshake.
    ///
    /// - Throws: ``SystemError`` for an `errno` that says nothing about the peer; `CancellationError`.
    package borrowing func outcome(within limit: Duration) async throws -> ConnectOutcome {
        let deadline = ContinuousClock.now.advanced(by: limit)
        while true {
            if let outcome = try current() { return outcome }
            let isDone = try await DescriptorEvents.shared.isWritable(
                socket.descriptor,
                by: deadline
            )
            guard isDone else { return .timedOut }
        }
    }

    /// How it ended; nil while the handshake is on its way. A refused socket begins anew when asked again.
    borrowing func current() throws(SystemError) -> ConnectOutcome? {
        if let early { return early }
        // Asking again tells the state and takes the error, see connect(2). A peer on this host has
        // answered by now, so that mostly nobody has to wait.
        let code = socket.connect(to: address)
        guard code != EALREADY && code != EINPROGRESS else { return nil }
        return isConnectedToItself ? .refused(.ECONNREFUSED) : try Self.outcome(code, address)
    }

    /// The connection for those who use it, which blocks, as a program expects.
    consuming func shared() throws(SystemError) -> SharedSocket {
        let object = "\(address)"
        let descriptor = socket.release()
        try FileCalls.makeBlocking(descriptor, at: object)
        return SharedSocket(descriptor)
    }

    /// Whether the kernel chose the port connected to as the one to connect from, so that the socket
    /// met itself where nobody listens; see RFC 9293, simultaneous open.
    private var isConnectedToItself: Bool {
        guard let local = socket.localAddress else { return false }
        return local == socket.peerAddress
    }

    /// There is no port to connect from, which is no answer, or no address, which stops UDP too.
    private static func noSource(_ address: SocketAddress) throws(SystemError) -> ConnectOutcome {
        let datagram = try Socket(family: address.family, type: clinux_datagram, for: "\(address)")
        guard datagram.connect(to: address) == EADDRNOTAVAIL else {
            throw error(EADDRNOTAVAIL, address)
        }
        return .unreachable(.EADDRNOTAVAIL)
    }

    private static func isRefusedHere(_ socket: borrowing Socket) throws(SystemError) -> Bool {
        // The kernel's own word for the peer: connecting to a wildcard connects to loopback.
        guard case .ip(let ip, let port) = socket.peerAddress, try isDeliveredHere(ip) else {
            return false
        }
        return try !isDatagramTaken(at: ip, port: port)
    }

    private static func outcome(
        _ code: Int32,
        _ address: SocketAddress
    ) throws(SystemError) -> ConnectOutcome {
        guard let outcome = ConnectOutcome(errno: code) else { throw error(code, address) }
        return outcome
    }

    private static func error(_ code: Int32, _ address: SocketAddress) -> SystemError {
        SystemError("connect(2)", "\(address)", code: code)
    }
}
