import CLinux
import Glibc

/// The 128 bits of an IPv6 address, by halves, in host byte order.
package struct IPv6Address: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    init(networkOrder halves: (UInt64, UInt64)) {
        self.init(high: UInt64(bigEndian: halves.0), low: UInt64(bigEndian: halves.1))
    }

    init(_ address: in6_addr) {
        // SAFETY: both are 16 bytes, of which any make a value.
        self.init(networkOrder: unsafe unsafeBitCast(address, to: (UInt64, UInt64).self))
    }

    var networkOrder: (UInt64, UInt64) { (high.bigEndian, low.bigEndian) }

    /// The form of system calls.
    var address: in6_addr {
        // SAFETY: both are 16 bytes, of which any make a value.
        unsafe unsafeBitCast(networkOrder, to: in6_addr.self)
    }

    /// The IPv4 address in an IPv4-mapped one, see ipv6(7).
    var mapped: UInt32? { high == 0 && low >> 32 == 0xffff ? UInt32(low & 0xffff_ffff) : nil }

    /// Whether it is `::`.
    var isAny: Bool { high == 0 && low == 0 }
}
