import CLinux
import Glibc
package import Kernel

/// The address that a socket is bound to or connects to.
package enum SocketAddress: Hashable, Sendable {
    case ip(IPAddress, port: UInt16)
    case unix(UnixSocketName)

    /// The capacity of sun_path without its terminating NUL, see unix(7).
    package static let longestUnixPath = 107

    /// Returns the address of a Unix socket in the file system.
    package static func unix(path: String) throws(AddressError) -> SocketAddress {
        .unix(try UnixSocketName(path, isAbstract: false))
    }

    /// Returns the address of a Unix socket in the abstract name space of the network namespace. The name is without
    /// the `@`.
    package static func unix(abstract name: String) throws(AddressError) -> SocketAddress {
        .unix(try UnixSocketName(name, isAbstract: true))
    }

    /// Parses a numeric address with its port: `127.0.0.1:80`, `[::1]:80`, `[fe80::1%eth0]:80`.
    package init(_ text: String) throws(AddressError) {
        guard let colon = text.lastIndex(of: ":"),
            let port = Self.port(text[text.index(after: colon)...])
        else { throw .noPort(text) }
        let host = text[..<colon]
        let isBracketed = host.first == "[" && host.last == "]"
        let address = try IPAddress(String(isBracketed ? host.dropFirst().dropLast() : host))
        // `::1:80` is a valid address by itself, so the 80 need not be a port.
        if case .ipv6 = address, !isBracketed { throw .noPort(text) }
        if case .ipv4 = address, isBracketed { throw .notNumeric(String(host)) }
        self = .ip(address, port: port)
    }

    /// Parses a port of digits only, without a sign.
    private static func port(_ text: Substring) -> UInt16? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt16(text) : nil
    }
}

extension SocketAddress: CustomStringConvertible {
    /// `127.0.0.1:80`, `[::1]:80`, `/run/app.sock`, `@name`.
    package var description: String {
        switch self {
        case .ip(let address, let port):
            if case .ipv4 = address { "\(address):\(port)" } else { "[\(address)]:\(port)" }
        case .unix(let name): name.description
        }
    }
}

extension SocketAddress {
    /// The family, see address_families(7).
    var family: Int32 {
        switch self {
        case .ip(.ipv4, _): AF_INET
        case .ip(.ipv6, _): AF_INET6
        case .unix: AF_UNIX
        }
    }

    /// Passes the address to `body` in the form that system calls take.
    func withSockaddr<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        switch self {
        case .ip(.ipv4(let value), let port):
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = value.bigEndian
            return unsafe lend(&address, MemoryLayout<sockaddr_in>.size, body)
        case .ip(.ipv6(let value, let scope), let port):
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_scope_id = scope
            address.sin6_addr = value.address
            return unsafe lend(&address, MemoryLayout<sockaddr_in6>.size, body)
        case .unix(let name):
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let length = name.fill(&address)
            return unsafe lend(&address, length, body)
        }
    }

    /// Converts an address from a system call. Returns nil for a family without addresses, or for an unnamed Unix
    /// socket.
    init?(_ source: UnsafePointer<sockaddr>, length: socklen_t) {
        var storage = sockaddr_storage()
        let length = min(Int(length), MemoryLayout<sockaddr_storage>.size)
        // SAFETY: the source has `length` bytes, and no more are copied than the storage has.
        unsafe withUnsafeMutableBytes(of: &storage) {
            unsafe $0.copyMemory(from: UnsafeRawBufferPointer(start: source, count: length))
        }
        switch Int32(storage.ss_family) {
        case AF_INET:
            let address = view(&storage, as: sockaddr_in.self)
            let value = UInt32(bigEndian: address.sin_addr.s_addr)
            self = .ip(.ipv4(value), port: UInt16(bigEndian: address.sin_port))
        case AF_INET6:
            let address = view(&storage, as: sockaddr_in6.self)
            let value = IPv6Address(address.sin6_addr)
            let ip = IPAddress.ipv6(value, scope: address.sin6_scope_id)
            self = .ip(ip, port: UInt16(bigEndian: address.sin6_port))
        case AF_UNIX:
            let address = view(&storage, as: sockaddr_un.self)
            guard let name = UnixSocketName(address, length: length) else { return nil }
            self = .unix(name)
        default:
            return nil
        }
    }
}

private func lend<Address, Result>(
    _ address: inout Address,
    _ length: Int,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
    // SAFETY: every family's address begins as a sockaddr, and lives until `body` returns.
    unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe body($0, socklen_t(length))
        }
    }
}

private func view<Address>(_ storage: inout sockaddr_storage, as type: Address.Type) -> Address {
    // SAFETY: the storage is larger than the address of any family, and as strictly aligned.
    unsafe withUnsafeBytes(of: &storage) { unsafe $0.load(as: type) }
}

// Conversions to and from the form of system calls.
extension IPv6Address {
    init(networkOrder halves: (UInt64, UInt64)) {
        self.init(high: UInt64(bigEndian: halves.0), low: UInt64(bigEndian: halves.1))
    }

    init(_ address: in6_addr) {
        // SAFETY: both are 16 bytes, and any bytes are a valid value.
        self.init(networkOrder: unsafe unsafeBitCast(address, to: (UInt64, UInt64).self))
    }

    var networkOrder: (UInt64, UInt64) { (high.bigEndian, low.bigEndian) }

    var address: in6_addr {
        // SAFETY: both are 16 bytes, and any bytes are a valid value.
        unsafe unsafeBitCast(networkOrder, to: in6_addr.self)
    }
}
