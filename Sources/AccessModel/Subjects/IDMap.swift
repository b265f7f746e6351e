/// How the ids inside a user namespace, or behind an idmapped mount, belong to those of the host.
///
/// - SeeAlso: user_namespaces(7), mount_setattr(2).
package struct IDMap: Hashable, Sendable {
    /// `count` ids that follow one another, from `inside` and from `outside` on.
    package struct Range: Hashable, Sendable {
        package let inside: UInt32
        package let outside: UInt32
        package let count: UInt32

        package init(inside: UInt32, outside: UInt32, count: UInt32) {
            self.inside = inside
            self.outside = outside
            self.count = count
        }
    }

    package let ranges: [Range]

    package init(_ ranges: [Range]) { self.ranges = ranges }

    /// Every id is itself; 4294967295 is none.
    package static let identity = IDMap([Range(inside: 0, outside: 0, count: .max)])

    package func contains(outside id: UInt32) -> Bool { inside(of: id) != nil }

    /// The first of some ids outside that is mapped.
    package func firstOutside(from first: UInt32, through last: UInt32) -> UInt32? {
        ranges.compactMap { range in
            let start = max(range.outside, first)
            return start <= last && start - range.outside < range.count ? start : nil
        }.min()
    }

    package func inside(of id: UInt32) -> UInt32? {
        for range in ranges where id >= range.outside && id - range.outside < range.count {
            return range.inside + (id - range.outside)
        }
        return nil
    }

    package func outside(of id: UInt32) -> UInt32? {
        for range in ranges where id >= range.inside && id - range.inside < range.count {
            return range.outside + (id - range.inside)
        }
        return nil
    }
}
