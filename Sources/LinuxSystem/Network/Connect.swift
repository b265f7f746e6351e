package import Kernel

/// The outcome of an attempt to connect, with the connection if there is one.
package struct ConnectAttempt: Sendable {
    package let outcome: ConnectOutcome
    /// The connection, which is closed by its release. Nil if there is none, and for an IP connection from the network
    /// of another process.
    package let socket: SharedSocket?
    /// The process that listened at a Unix socket.
    package let peer: SocketPeer?

    package init(_ outcome: ConnectOutcome, _ socket: SharedSocket? = nil) {
        self.outcome = outcome
        self.socket = socket
        peer = socket?.peer
    }
}

/// Tries to connect.
///
/// Nothing beyond the handshake is sent. A TCP or Unix server sees a connection that opens and closes. A service with
/// socket activation is started. UDP has no handshake: see ``Connection/init(_:to:port:)``.
///
/// - Parameters:
///   - transport: TCP or UDP for an address with a port; ignored for a Unix socket.
///   - limit: The time limit, on the continuous clock. With zero or less, it looks once and does not wait. For a
///     Unix socket that means no time at all, since the walk to it can block. The kernel itself gives up on TCP after
///     about 127 seconds (`tcp_syn_retries`, tcp(7)).
/// - Throws: ``SystemError`` if no attempt could be made, such as `EMFILE` from socket(2); `CancellationError`. A peer
///   that does not answer is an outcome, not an error.
/// - SeeAlso: connect(2), ip(7), unix(7).
package func connect(
    _ transport: Transport,
    to address: SocketAddress,
    within limit: Duration
) async throws -> ConnectAttempt {
    switch address {
    case .unix(let name):
        return try await attempt { try await connect(to: name, within: limit) }
    case .ip(let ip, let port):
        return try await attempt {
            let connection = try Connection(transport, to: ip, port: port)
            let outcome = try await connection.outcome(within: limit)
            guard outcome == .connected else { return ConnectAttempt(outcome) }
            return ConnectAttempt(outcome, try connection.shared())
        }
    }
}

/// Tries to connect as ``connect(_:to:within:)`` does, from the network of another process. An IP connection is closed
/// at once.
///
/// - Throws: As that function, and as ``NetworkNamespace/run(ofProcess:_:)``.
package func connect(
    _ transport: Transport,
    to address: SocketAddress,
    within limit: Duration,
    fromProcess pid: Int32
) async throws -> ConnectAttempt {
    switch address {
    case .unix(let name):
        return try await attempt {
            try await inNetwork(ofProcess: pid) { try connectAndWait(name, limit) }
        }
    case .ip(let ip, let port):
        return try await attempt {
            // The socket stays in the network in which it was made, on whatever thread a caller waits.
            let begun = try await inNetwork(ofProcess: pid) {
                BegunConnection(try Connection(transport, to: ip, port: port))
            }
            return ConnectAttempt(try await begun.connection.outcome(within: limit))
        }
    }
}

/// Converts some errors of socket(2) to outcomes: a family that the system lacks, or that a security module forbids. A
/// refusal that a seccomp filter may have caused stays an error.
private func attempt(
    _ connect: () async throws -> ConnectAttempt
) async throws -> ConnectAttempt {
    do {
        return try await connect()
    } catch let error as SystemError {
        guard error.call == "socket(2)", let outcome = ConnectOutcome(errno: error.code) else {
            throw error
        }
        try error.throwIfPerhapsFiltered()
        return ConnectAttempt(outcome)
    }
}

/// Carries a connection away from the thread that made it.
private final class BegunConnection: Sendable {
    let connection: Connection

    init(_ connection: consuming Connection) { self.connection = connection }
}

/// Runs `body` on a thread that has entered the network of a process. The thread is none of Swift's own.
package func inNetwork<Success: Sendable>(
    ofProcess pid: Int32,
    _ body: @escaping @Sendable () throws -> Success
) async throws -> Success {
    try await BlockingThreads.shared.runAsCaller("process \(pid)") {
        try NetworkNamespace.run(ofProcess: pid, body)
    }
}
