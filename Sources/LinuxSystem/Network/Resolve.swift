import CLinux
import Glibc
package import Kernel

/// The resolver's result for a host.
package enum Resolution: Hashable, Sendable {
    /// At least one address, each once, in the resolver's order (RFC 6724).
    case addresses([IPAddress])
    /// The name does not exist, or has no address: `EAI_NONAME`, `EAI_NODATA`, `EAI_ADDRFAMILY`.
    case notFound(ResolverCode)
    /// There is no answer: `EAI_AGAIN`, `EAI_FAIL` (such as SERVFAIL), `EAI_SYSTEM`.
    case noAnswer(ResolverCode)
}

/// Asks the resolver for all addresses of a host, as programs on this host would get them (nsswitch.conf(5)).
///
/// A numeric address is its own answer, and the resolver is not asked. The resolver sets its own time limit
/// (resolv.conf(5), about 10 seconds a server). Cancel the task to end the wait sooner.
///
/// - Throws: `CancellationError`; ``SystemError`` if the call could not be started.
/// - SeeAlso: getaddrinfo(3).
package func resolve(_ host: RemoteHost) async throws -> Resolution {
    switch host {
    case .address(let address): .addresses([address])
    case .name(let name): try await BlockingThreads.shared.run(name.text) { lookUp(name) }
    }
}

/// Asks the resolver on this thread, which can take long.
package func lookUp(_ name: HostName) -> Resolution {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = clinux_stream
    var first: UnsafeMutablePointer<addrinfo>?
    // SAFETY: the call reads its arguments and returns a list, which is freed below.
    let code = unsafe getaddrinfo(name.text, nil, &hints, &first)
    let systemCode = errno
    guard code == 0 else {
        let code = ResolverCode(code, systemCode: systemCode)
        return code.meansNotFound ? .notFound(code) : .noAnswer(code)
    }
    // SAFETY: the list came from getaddrinfo, and is freed once.
    defer { unsafe freeaddrinfo(first) }
    var list = unsafe first
    var addresses: [IPAddress] = []
    while let entry = unsafe list?.pointee {
        let address = unsafe address(of: entry)
        if let address, !addresses.contains(address) { addresses.append(address) }
        unsafe list = entry.ai_next
    }
    return addresses.isEmpty ? .notFound(ResolverCode(EAI_NONAME)) : .addresses(addresses)
}

private func address(of entry: addrinfo) -> IPAddress? {
    // SAFETY: the resolver's address has `ai_addrlen` bytes.
    guard let source = unsafe entry.ai_addr,
        case .ip(let address, _) = unsafe SocketAddress(source, length: entry.ai_addrlen)
    else { return nil }
    return address
}
