import Glibc
import Testing

/// A socket bound to its own address, closed with its owner.
final class OpenSocket: Sendable {
    private let descriptor: Int32

    /// Opens a socket on a loopback address, at a port that the kernel chooses.
    ///
    /// - Parameter isListening: True if a stream socket listens; a datagram socket does not.
    init(_ address: String, stream: Bool = true, isListening: Bool = true) throws {
        let isV6 = address.contains(":")
        descriptor = socket(
            isV6 ? AF_INET6 : AF_INET,
            Int32((stream ? SOCK_STREAM : SOCK_DGRAM).rawValue),
            0
        )
        try #require(descriptor >= 0)
        isV6 ? try bindV6(address) : try bindV4(address)
        if stream, isListening { try #require(listen(descriptor, 8) == 0) }
    }

    /// Opens a socket that listens at a path, or at an abstract name after `@`.
    init(unix name: String, isListening: Bool = true) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = name.replacing("@", with: "\0").utf8
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let size = socklen_t(2 + bytes.count)
        try #require(unsafe withSocketAddress(&address) { unsafe bind(descriptor, $0, size) } == 0)
        if isListening { try #require(listen(descriptor, 8) == 0) }
    }

    deinit { close(descriptor) }

    /// The port of the socket.
    var port: UInt16 {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        _ = unsafe withSocketAddress(&address) { unsafe getsockname(descriptor, $0, &size) }
        // Both families have the port at the same offset.
        return UInt16(bigEndian: address.sin6_port)
    }

    private func bindV4(_ text: String) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        try #require(unsafe inet_pton(AF_INET, text, &address.sin_addr) == 1)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        try #require(unsafe withSocketAddress(&address) { unsafe bind(descriptor, $0, size) } == 0)
    }

    private func bindV6(_ text: String) throws {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        try #require(unsafe inet_pton(AF_INET6, text, &address.sin6_addr) == 1)
        let size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let bound = unsafe withSocketAddress(&address) { unsafe bind(descriptor, $0, size) }
        try #require(bound == 0, "IPv6 is needed on the loopback interface")
    }
}

/// Calls a body with the address as `sockaddr`, the type that C takes for every kind of address.
private func withSocketAddress<Address, Result>(
    _ address: inout Address,
    _ body: (UnsafeMutablePointer<sockaddr>) -> Result
) -> Result {
    unsafe withUnsafeMutablePointer(to: &address) {
        unsafe body(UnsafeMutableRawPointer($0).assumingMemoryBound(to: sockaddr.self))
    }
}
