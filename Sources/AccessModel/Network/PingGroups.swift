/// The groups of `net.ipv4.ping_group_range`, whose processes may open sockets for ICMP echo.
///
/// The range also applies to IPv6. The kernel checks the effective group and the supplementary groups.
/// - SeeAlso: icmp(7); the kernel's ping_init_sock.
package struct PingGroups: Hashable, Sendable {
    /// The kernel's default: no group.
    package static let none = PingGroups(from: 1, through: 0)

    package let first: UInt32
    package let last: UInt32

    /// - Parameter last: Below `first` if there are no such groups.
    package init(from first: UInt32, through last: UInt32) {
        (self.first, self.last) = (first, last)
    }

    package var isEmpty: Bool { first > last }

    package func contains(_ group: UInt32) -> Bool { first <= group && group <= last }

    /// Returns the smallest range that also includes these groups.
    package func including(_ groups: [UInt32]) -> PingGroups {
        let all = groups + (isEmpty ? [] : [first, last])
        guard let first = all.min(), let last = all.max() else { return self }
        return PingGroups(from: first, through: last)
    }
}
