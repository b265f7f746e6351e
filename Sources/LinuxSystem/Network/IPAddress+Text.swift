import CLinux
import Glibc
package import Kernel

extension IPAddress {
    /// Parses a numeric address, and never asks a resolver: `192.0.2.1`, `2001:db8::1`, `fe80::1%eth0`.
    ///
    /// The short forms of inet_aton(3) (`127.1`, `0x7f000001`) are not accepted. A scope is the name of an
    /// interface, or an index, which is not checked.
    ///
    /// - Throws: ``AddressError/notNumeric(_:)``; ``AddressError/noInterface(_:)`` for a scope that names no interface
    ///   of this network namespace.
    /// - SeeAlso: inet_pton(3), if_nametoindex(3).
    package init(_ text: String) throws(AddressError) {
        // C would stop at the NUL and read another address.
        guard !text.utf8.contains(0) else { throw .notNumeric(text) }
        if let value = Self.parseIPv4(text) {
            self = .ipv4(value)
            return
        }
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        guard let value = Self.parseIPv6(String(parts[0])) else { throw .notNumeric(text) }
        let scope = parts.count == 1 ? 0 : try Self.interface(String(parts[1]))
        // The kernel ignores the scope of any other address.
        self = .ipv6(value, scope: value.needsInterface ? scope : 0)
    }

    private static func parseIPv4(_ text: String) -> UInt32? {
        var raw: UInt32 = 0
        // SAFETY: the call reads a NUL-terminated string and writes the 4 bytes of an in_addr.
        guard unsafe inet_pton(AF_INET, text, &raw) == 1 else { return nil }
        return UInt32(bigEndian: raw)
    }

    private static func parseIPv6(_ text: String) -> IPv6Address? {
        var raw = in6_addr()
        // SAFETY: the call reads a NUL-terminated string and writes the 16 bytes of an in6_addr.
        guard unsafe inet_pton(AF_INET6, text, &raw) == 1 else { return nil }
        return IPv6Address(raw)
    }

    private static func interface(_ name: String) throws(AddressError) -> UInt32 {
        if let index = UInt32(name), index > 0 { return index }
        // SAFETY: the call only reads the NUL-terminated name.
        let index = unsafe if_nametoindex(name)
        guard index > 0 else { throw .noInterface(name) }
        return index
    }
}

extension IPAddress: CustomStringConvertible {
    /// The canonical form. A scope is written as its interface's name, if it has one: `fe80::1%eth0`.
    package var description: String {
        switch self {
        case .ipv4(let value): Self.text(AF_INET, value.bigEndian)
        case .ipv6(let value, 0): Self.text(AF_INET6, value.networkOrder)
        case .ipv6(let value, let scope):
            "\(Self.text(AF_INET6, value.networkOrder))%\(Self.interfaceName(scope))"
        }
    }

    private static func text<Value: BitwiseCopyable>(_ family: Int32, _ value: Value) -> String {
        var value = value
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        // SAFETY: `value` has the size of the family's address; the buffer holds the longest text.
        _ = unsafe inet_ntop(family, &value, &buffer, socklen_t(buffer.count))
        return String(
            decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
    }

    static func interfaceName(_ index: UInt32) -> String {
        var buffer = [CChar](repeating: 0, count: Int(IF_NAMESIZE))
        // SAFETY: the buffer has the IF_NAMESIZE bytes that the call may write.
        guard unsafe if_indextoname(index, &buffer) != nil else { return String(index) }
        return String(
            decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
    }
}
