/// The addresses that a socket with a port receives at, in host byte order.
package enum PortAddress: Hashable, Sendable {
    /// 0 is every IPv4 address.
    case ipv4(UInt32)
    /// By halves. Zero is every IPv6 address, and every IPv4 address too unless `onlyIPv6`. Another
    /// address is IPv6 alone, except in the IPv4-mapped form, which is IPv4; see ipv6(7).
    ///
    /// `onlyIPv6` is nil for a connected socket, of which the kernel does not tell. Of both families,
    /// it stands in the way of IPv4 wildcards too, although it receives nothing there.
    case ipv6(high: UInt64, low: UInt64, onlyIPv6: Bool? = false)

    /// Whether the kernel keeps two sockets with these addresses from sharing a port; nil where that
    /// depends on what it does not tell.
    package func overlaps(_ other: PortAddress) -> Bool? {
        if Self.overlap(ipv4, other.ipv4) || Self.overlap(ipv6, other.ipv6) { return true }
        return mayBlock(other) || other.mayBlock(self) ? nil : false
    }

    /// What a socket receives of one family.
    private struct Part: Equatable {
        static let all = Part(high: 0, low: 0)
        /// What a socket of both families has for an IPv4 address while it has an IPv6 one, 127.0.0.6:
        /// `LOOPBACK4_IPV6` in the kernel, which a bind sets out of play and a connection does not.
        static let standIn = Part(high: 0, low: 0x7f00_0006)
        let high: UInt64
        let low: UInt64
    }

    private static func overlap(_ one: Part?, _ other: Part?) -> Bool {
        guard let one, let other else { return false }
        return one == .all || other == .all || one == other
    }

    private func mayBlock(_ other: PortAddress) -> Bool {
        guard case .ipv6(_, _, nil) = self, ipv4 == nil else { return false }
        return Self.overlap(.standIn, other.ipv4)
    }

    private var ipv4: Part? {
        switch self {
        case .ipv4(let value): Part(high: 0, low: UInt64(value))
        case .ipv6(0, 0, let onlyIPv6): onlyIPv6 == true ? nil : .all
        case .ipv6(0, let low, _) where low >> 32 == 0xffff:
            Part(high: 0, low: low & 0xffff_ffff)
        case .ipv6: nil
        }
    }

    private var ipv6: Part? {
        guard case .ipv6(let high, let low, _) = self else { return nil }
        return high == 0 && low >> 32 == 0xffff ? nil : Part(high: high, low: low)
    }
}
