package import Kernel

/// The addresses at which a socket with a port receives: its own, and perhaps all of its family or of both.
///
/// An IPv6 address is IPv6 alone, except in the IPv4-mapped form, which is IPv4; see ipv6(7). `::` is every
/// IPv6 address, and every IPv4 address too unless `onlyIPv6`.
package struct ReceivedAddresses: Hashable, Sendable {
    package let address: IPAddress
    /// Nil for a connected socket, because the kernel does not report the option. IPv4 sockets do not have it.
    package let onlyIPv6: Bool?

    package init(_ address: IPAddress, onlyIPv6: Bool? = false) {
        self.address = address
        self.onlyIPv6 = onlyIPv6
    }

    /// Whether the kernel keeps a socket from being bound here while another has those addresses; nil where
    /// that depends on what it does not say.
    package func overlap(_ held: ReceivedAddresses) -> Bool? {
        if Self.overlap(ipv4, held.ipv4, any: 0) { return true }
        if Self.overlap(ipv6, held.ipv6, any: IPv6Address(high: 0, low: 0)) { return true }
        return held.standInTheWay(of: address)
    }

    /// Of an IPv6 address that a socket of both families was connected from, which has an IPv4 address to
    /// stand in, and keeps the wildcard of IPv4 although it receives nothing there. A bind to an IPv6
    /// address makes its socket one of IPv6 alone (`__inet6_bind`), so that the kernel says `onlyIPv6`.
    private func standInTheWay(of wanted: IPAddress) -> Bool? {
        guard case .ipv6 = address, ipv4 == nil, onlyIPv6 != true, case .ipv4(let value) = wanted
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

    private static func overlap<Value: Equatable>(
        _ one: Value?,
        _ other: Value?,
        any: Value
    ) -> Bool {
        guard let one, let other else { return false }
        return one == any || other == any || one == other
    }

    /// What it receives of IPv4: 0 is every address.
    private var ipv4: UInt32? {
        switch address {
        case .ipv4(let value): value
        case .ipv6(let value, _) where value.isAny: onlyIPv6 == true ? nil : 0
        case .ipv6(let value, _): value.mapped
        }
    }

    /// What it receives of IPv6: `::` is every address.
    private var ipv6: IPv6Address? {
        guard case .ipv6(let value, _) = address else { return nil }
        return value.mapped == nil ? value : nil
    }
}
