package import Kernel

/// How an attempt to connect ended, and the connection that came of it.
package struct ConnectAttempt: Sendable {
    package let outcome: ConnectOutcome
    /// Whoever does not keep it hangs up. Nil where there is none, and for one made from another network.
    package let socket: SharedSocket?
    /// Who listened at a Unix socket.
    package let peer: SocketPeer?

    package init(_ outcome: ConnectOutcome, _ socket: SharedSocket? = nil) {
        self.outcome = outcome
        self.socket = socket
        peer = socket?.peer
    }
}

/// Tries to connect.
///
/// Nothing is sent but what the handshake needs. A TCP or Unix server sees a connection that comes and
/// goes; one that systemd activates is started. UDP has no handshake: see ``Connection/init(_:to:port:)``.
///
/// - Parameters:
///   - transport: TCP or UDP for an address with a port; of no account for a Unix socket.
///   - limit: How long to wait, on the continuous clock. Zero and less looks once and does not wait,
///     and is no time at all for a Unix socket, since the walk to it can block. The kernel gives up on TCP after about 127 seconds by itself (`tcp_syn_retries`, tcp(7)).
/// - Throws: ``SystemError`` when no attempt could be made, such as `EMFILE` from socket(2);
///   `CancellationError`. A peer that does not answer is an answer.
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

/// Tries to connect as ``connect(_:to:within:)`` does, from the network of another process, and hangs up.
///
/// - Throws: as that, and as ``NetworkNamespace/run(ofProcess:_:)``.
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
            // The socket stays in the network in which it was made, wherever it is waited for.
            let begun = try await inNetwork(ofProcess: pid) {
                BegunConnection(try Connection(transport, to: ip, port: port))
            }
            return ConnectAttempt(try await begun.connection.outcome(within: limit))
        }
    }
}

/// A family that the system lacks, or a security module forbids, is an answer; one that a seccomp filter may
/// forbid is none.
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

/// Carries a connection from the thread that made it.
private final class BegunConnection: Sendable {
    let connection: Connection

    init(_ connection: consuming Connection) { self.connection = connection }
}

/// Runs `body` on a thread that has entered the network of a process, away from Swift's own threads.
package func inNetwork<Success: Sendable>(
    ofProcess pid: Int32,
    _ body: @escaping @Sendable () throws -> Success
) async throws -> Success {
    try await BlockingThreads.shared.runAsCaller("process \(pid)") {
        try NetworkNamespace.run(ofProcess: pid, body)
    }
}
