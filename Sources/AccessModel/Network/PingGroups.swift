/// The groups of `net.ipv4.ping_group_range`, whose processes may have sockets for ICMP echo.
///
/// The range is for IPv6 too, and counts the effective group and the supplementary ones.
/// - SeeAlso: icmp(7); the kernel's ping_init_sock.
package struct PingGroups: Hashable, Sendable {
    /// As the kernel ships it: nobody.
    package static let none = PingGroups(from: 1, through: 0)

    package let first: UInt32
    package let last: UInt32

    /// - Parameter last: Below `first` where there are no such groups.
    package init(from first: UInt32, through last: UInt32) {
        (self.first, self.last) = (first, last)
    }

    package var isEmpty: Bool { first > last }

    package func contains(_ group: UInt32) -> Bool { first <= group && group <= last }

    /// The smallest range that has these groups too.
    package func including(_ groups: [UInt32]) -> PingGroups {
        let all = groups + (isEmpty ? [] : [first, last])
        guard let first = all.min(), let last = all.max() else { return self }
        return PingGroups(from: first, through: last)
    }
}
