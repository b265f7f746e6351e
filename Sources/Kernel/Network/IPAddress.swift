/// A numeric address, in host byte order.
package enum IPAddress: Hashable, Sendable {
    case ipv4(UInt32)
    /// `scope` is the index of the interface that a link-local address needs, otherwise 0; see ipv6(7).
    case ipv6(IPv6Address, scope: UInt32 = 0)

    package static let anyIPv4 = IPAddress.ipv4(0)
    package static let anyIPv6 = IPAddress.ipv6(IPv6Address(high: 0, low: 0))
    package static let loopbackIPv4 = IPAddress.ipv4(0x7f00_0001)
    package static let loopbackIPv6 = IPAddress.ipv6(IPv6Address(high: 0, low: 1))

    /// The IPv4 address inside an IPv4-mapped IPv6 address, see ipv6(7). Any other address stays as it is.
    package var unmapped: IPAddress {
        if case .ipv6(let value, _) = self, let mapped = value.mapped {
            .ipv4(mapped)
        } else {
            self
        }
    }

    /// The index of the interface of a link-local address, otherwise 0.
    package var interface: UInt32 {
        if case .ipv6(_, let scope) = self { scope } else { 0 }
    }
}

/// The two halves of the 128 bits of an IPv6 address, in host byte order.
package struct IPv6Address: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The IPv4 address inside an IPv4-mapped address, see ipv6(7).
    package var mapped: UInt32? {
        high == 0 && low >> 32 == 0xffff ? UInt32(low & 0xffff_ffff) : nil
    }

    /// True if it is `::`.
    package var isAny: Bool { high == 0 && low == 0 }

    /// True if the address names another host on each interface, so the kernel requires a scope. This applies to
    /// `fe80::/10`, and to multicast within an interface (`ff01::/16`) or a link (`ff02::/16`), with any flags.
    /// - SeeAlso: `__ipv6_addr_needs_scope_id` in include/net/ipv6.h.
    package var needsInterface: Bool {
        high >> 54 == 0x3fa || high >> 56 == 0xff && [1, 2].contains(high >> 48 & 0xf)
    }
}
