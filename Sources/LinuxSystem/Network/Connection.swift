import CLinux
import Glibc
package import Kernel

/// A TCP or UDP socket that connects to a peer. It is closed when its owner ends.
///
/// It belongs to the network namespace of the thread that made it, on whatever thread a caller waits for the outcome.
package struct Connection: ~Copyable, Sendable {
    private let socket: Socket
    private let address: SocketAddress
    /// The outcome, if it is known at once; nil while a handshake is under way.
    let early: ConnectOutcome?

    /// Opens a socket and begins to connect, without waiting.
    ///
    /// For UDP the kernel only selects a route and a source address. It sends no datagram, so a remote peer cannot
    /// refuse. On this host, a peer refuses if no socket is bound there that would take a datagram.
    ///
    /// - Throws: ``SystemError`` if no attempt could be made, or if the tables of UDP sockets of this host cannot be
    ///   read. `EADDRNOTAVAIL` means that all local ports are in use.
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

    /// Waits until the handshake has ended.
    ///
    /// - Throws: ``SystemError`` for an `errno` that does not concern the peer; `CancellationError`.
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

    /// Returns the outcome, or nil while the handshake is under way. After a refusal, another call connects again.
    borrowing func current() throws(SystemError) -> ConnectOutcome? {
        if let early { return early }
        // A second connect(2) returns the state and takes the error. A peer on this host has answered by now, so mostly
        // no wait is needed.
        let code = socket.connect(to: address)
        guard code != EALREADY && code != EINPROGRESS else { return nil }
        return isConnectedToItself ? .refused(.ECONNREFUSED) : try Self.outcome(code, address)
    }

    /// Transfers the connection to its users, as a blocking socket, which programs expect.
    consuming func shared() throws(SystemError) -> SharedSocket {
        let object = "\(address)"
        let descriptor = socket.release()
        try FileCalls.makeBlocking(descriptor, at: object)
        return SharedSocket(descriptor)
    }

    /// Whether the kernel chose the destination port as the source port, so that the socket connected to itself
    /// although no socket listens there; see RFC 9293, simultaneous open.
    private var isConnectedToItself: Bool {
        guard let local = socket.localAddress else { return false }
        return local == socket.peerAddress
    }

    /// Distinguishes a lack of free local ports, which is no answer, from a lack of a local address, which also stops
    /// UDP.
    private static func noSource(_ address: SocketAddress) throws(SystemError) -> ConnectOutcome {
        let datagram = try Socket(family: address.family, type: clinux_datagram, for: "\(address)")
        guard datagram.connect(to: address) == EADDRNOTAVAIL else {
            throw error(EADDRNOTAVAIL, address)
        }
        return .unreachable(.EADDRNOTAVAIL)
    }

    private static func isRefusedHere(_ socket: borrowing Socket) throws(SystemError) -> Bool {
        // The peer address is the kernel's own: a connection to a wildcard address goes to loopback.
        guard case .ip(let ip, let port) = socket.peerAddress,
            case .ip(let source, _) = socket.localAddress,
            let interface = try receivingInterface(of: ip)
        else { return false }
        return try !sockets(.udp, port: port).contains {
            $0.takes(to: ip, on: interface, from: source)
        }
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
