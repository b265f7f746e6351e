/// The addresses that a socket with a port receives at, in host byte order.
package enum PortAddress: Hashable, Sendable {
    /// 0 is every IPv4 address.
    case ipv4(UInt32)
    /// By halves. Zero is every IPv6 address, and every IPv4 address too unless `onlyIPv6`. Another
    /// address is IPv6 alone, except in the IPv4-mapped form, which is IPv4; see ipv6(7).
    ///
    /// `onlyIPv6` is nil for a connected socket, of which the kernel does not tell.
    case ipv6(high: UInt64, low: UInt64, onlyIPv6: Bool? = false)

    /// Whether the kernel keeps a socket from being bound here while another has that address; nil where
    /// that depends on what it does not tell.
    package func overlaps(_ held: PortAddress) -> Bool? {
        if Self.overlap(ipv4, held.ipv4) || Self.overlap(ipv6, held.ipv6) { return true }
        return held.standsInTheWay(of: self)
    }

    /// Of an IPv6 address that a socket of both families was connected from, which has an IPv4 address to
    /// stand in, and keeps the wildcard of IPv4 although it receives nothing there. A bind to an IPv6
    /// address makes its socket one of IPv6 alone (`__inet6_bind`), so that the kernel tells `onlyIPv6`.
    private func standsInTheWay(of wanted: PortAddress) -> Bool? {
        guard case .ipv6(_, _, let onlyIPv6) = self, ipv4 == nil, onlyIPv6 != true,
            case .ipv4(let value) = wanted
        else { return false }
        switch value {
        case 0: return onlyIPv6.map { !$0 }
        // Depends on how the connection came to be.
        case Self.standIn: return nil
        default: return false
        }
    }

    /// 127.0.0.6, `LOOPBACK4_IPV6` in the kernel.
    private static let standIn: UInt32 = 0x7f00_0006

    /// What a socket receives of one family.
    private struct Part: Equatable {
        static let all = Part(high: 0, low: 0)
        let high: UInt64
        let low: UInt64
    }

    private static func overlap(_ one: Part?, _ other: Part?) -> Bool {
        guard let one, let other else { return false }
        return one == .all || other == .all || one == other
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
