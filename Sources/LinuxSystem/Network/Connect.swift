/// Tries to connect, and hangs up at once.
///
/// Nothing is sent but what the handshake needs. A TCP or Unix server sees a connection that comes and
/// goes; one that systemd activates is started. UDP has no handshake: see ``Connection/init(_:to:port:)``.
/// To look from another network namespace, make the ``Connection`` on a thread that is there.
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
) async throws -> ConnectOutcome {
    switch address {
    case .unix(let name):
        return try await connect(to: name, within: limit)
    case .ip(let ip, let port):
        do {
            return try await Connection(transport, to: ip, port: port).outcome(within: limit)
        } catch let error as SystemError {
            // A family that the system lacks, or a filter forbids, is an answer.
            guard error.call == "socket(2)", let outcome = ConnectOutcome(errno: error.code) else {
                throw error
            }
            return outcome
        }
    }
}
