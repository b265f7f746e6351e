import CLinux
import Glibc

/// Connects to a Unix socket of any type on a thread of its own. The walk to its path can block, and connect(2) itself
/// waits while the backlog is full.
func connect(to name: UnixSocketName, within limit: Duration) async throws -> ConnectAttempt {
    let limit = min(limit, .seconds(86_400))
    return try await withThrowingTaskGroup { group in
        defer { group.cancelAll() }
        group.addTask {
            try await BlockingThreads.shared.run("\(name)") { try connectAndWait(name, limit) }
        }
        group.addTask {
            try await Task.sleep(for: limit)
            return ConnectAttempt(.timedOut)
        }
        return try await group.next() ?? ConnectAttempt(.timedOut)
    }
}

/// Connects on this thread, and so from its network namespace, and waits.
///
/// `EPROTOTYPE` for a path means that its socket has another type. An abstract name is looked up together with the
/// type, so after `ECONNREFUSED` the other types are tried too.
func connectAndWait(
    _ name: UnixSocketName,
    _ limit: Duration
) throws(SystemError) -> ConnectAttempt {
    guard !name.isAbstract else {
        return try connectAndWait(name, limit, at: name, isServed: false)
    }
    let place: Descriptor
    do throws(SystemError) {
        place = try FileCalls.openPlace(name.path, follow: true)
    } catch {
        return try answer(to: name, error.code)
    }
    // Connects to the socket that was found, without a second walk. Without proc(5), this call throws.
    _ = try FileCalls.ownDescriptors()
    let found = UnixSocketName(ofDescriptor: place.number)
    let isServed = FileServer.keeps(place.number)
    return try connectAndWait(name, limit, at: found, isServed: isServed)
}

private func connectAndWait(
    _ name: UnixSocketName,
    _ limit: Duration,
    at found: UnixSocketName,
    isServed: Bool
) throws(SystemError) -> ConnectAttempt {
    var last: (code: Int32, socket: SharedSocket?) = (EPROTOTYPE, nil)
    for type in [clinux_stream, clinux_seqpacket, clinux_datagram] {
        last = try attempt(name, type, limit, at: found, isServed: isServed)
        let mayBeAnotherType =
            last.code == EPROTOTYPE || (name.isAbstract && last.code == ECONNREFUSED)
        guard mayBeAnotherType else { break }
    }
    if last.code == EAGAIN { return ConnectAttempt(.timedOut) }
    return try answer(to: name, last.code, last.socket)
}

private func answer(
    to name: UnixSocketName,
    _ code: Int32,
    _ socket: SharedSocket? = nil
) throws(SystemError) -> ConnectAttempt {
    guard let outcome = ConnectOutcome(errno: code) else {
        throw SystemError("connect(2)", "\(name)", code: code)
    }
    return ConnectAttempt(outcome, socket)
}

/// Returns the `errno` of connect(2), or 0 with the connection.
private func attempt(
    _ name: UnixSocketName,
    _ type: Int32,
    _ limit: Duration,
    at found: UnixSocketName,
    isServed: Bool
) throws(SystemError) -> (code: Int32, socket: SharedSocket?) {
    let socket = try Socket(family: AF_UNIX, type: type, for: "\(name)")
    // A time-out of zero would mean no limit, see socket(7).
    let microseconds = max(1, limit / .microseconds(1))
    let wait = timeval(
        tv_sec: Int(microseconds / 1_000_000),
        tv_usec: Int(microseconds.truncatingRemainder(dividingBy: 1_000_000))
    )
    try socket.set(SO_SNDTIMEO, of: SOL_SOCKET, to: wait, for: "\(name)")
    let address = SocketAddress.unix(found)
    let code = isServed ? socket.connectApart(to: address) : socket.connect(to: address)
    guard code == 0 else { return (code, nil) }
    // The limit applies to the connection, not to the data that is sent over it.
    try socket.set(SO_SNDTIMEO, of: SOL_SOCKET, to: timeval(), for: "\(name)")
    return (0, SharedSocket(socket.release()))
}
