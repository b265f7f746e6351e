package import Kernel

/// The addresses at which a socket with a port receives: its own, or all addresses of its family or of both families.
///
/// An IPv6 address stands for IPv6 only. The IPv4-mapped form stands for IPv4; see ipv6(7). `::` stands for every IPv6
/// address, and also for every IPv4 address unless `onlyIPv6` is true.
package struct ReceivedAddresses: Hashable, Sendable {
    package let address: IPAddress
    /// Nil for a connected socket, because the kernel does not report the option. IPv4 sockets do not have it.
    package let onlyIPv6: Bool?

    package init(_ address: IPAddress, onlyIPv6: Bool? = false) {
        self.address = address
        self.onlyIPv6 = onlyIPv6
    }

    /// Returns whether the kernel refuses a bind here while another socket has those addresses; nil if that depends on
    /// facts that the kernel does not report.
    package func overlap(_ held: ReceivedAddresses) -> Bool? {
        if Self.overlap(ipv4, held.ipv4, any: 0) { return true }
        if Self.overlap(ipv6, held.ipv6, any: IPv6Address(high: 0, low: 0)) { return true }
        return held.standInTheWay(of: address)
    }

    /// Returns whether a connected socket blocks an IPv4 address. A socket of both families that was connected from an
    /// IPv6 address has a placeholder IPv4 address. It blocks the wildcard of IPv4 although it receives nothing there.
    /// A bind to an IPv6 address restricts the socket to IPv6 (`__inet6_bind`), and the kernel then reports `onlyIPv6`.
    private func standInTheWay(of wanted: IPAddress) -> Bool? {
        guard case .ipv6 = address, ipv4 == nil, onlyIPv6 != true, case .ipv4(let value) = wanted
        else { return false }
        switch value {
        case 0: return onlyIPv6.map { !$0 }
        // Depends on how the connection was made.
        case Self.standIn: return nil
        default: return false
        }
    }

    /// The placeholder 127.0.0.6, `LOOPBACK4_IPV6` in the kernel.
    private static let standIn: UInt32 = 0x7f00_0006

    private static func overlap<Value: Equatable>(
        _ one: Value?,
        _ other: Value?,
        any: Value
    ) -> Bool {
        guard let one, let other else { return false }
        return one == any || other == any || one == other
    }

    /// The IPv4 address at which it receives. 0 is every address.
    private var ipv4: UInt32? {
        switch address {
        case .ipv4(let value): value
        case .ipv6(let value, _) where value.isAny: onlyIPv6 == true ? nil : 0
        case .ipv6(let value, _): value.mapped
        }
    }

    /// The IPv6 address at which it receives. `::` is every address.
    private var ipv6: IPv6Address? {
        guard case .ipv6(let value, _) = address else { return nil }
        return value.mapped == nil ? value : nil
    }
}
