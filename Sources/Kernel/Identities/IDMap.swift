/// The map between the ids inside a user namespace, or behind an idmapped mount, and those outside.
///
/// The kernel shows the outside ids as they are in the reader's user namespace. For the map of the reader's own
/// namespace, it shows them as they are in the parent namespace.
///
/// - SeeAlso: user_namespaces(7), mount_setattr(2).
package struct IDMap: Hashable, Sendable {
    /// A range of `count` consecutive ids, from `inside` and from `outside` on.
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

    /// The number of ranges that the kernel accepts, since Linux 4.15.
    package static let limit = 340

    package let ranges: [Range]

    package init(_ ranges: [Range]) { self.ranges = ranges }

    /// The map of every id to itself. 4294967295 is not an id.
    package static let identity = IDMap([Range(inside: 0, outside: 0, count: .max)])

    /// Reads `/proc/PID/uid_map` or `gid_map`. A map that was not written yet is empty.
    ///
    /// - Returns: nil for a text that the kernel does not write.
    package init?(parsing text: String) {
        var ranges: [Range] = []
        for line in text.split(separator: "\n") {
            let numbers = line.split(separator: " ").map { UInt32($0) }
            guard numbers.count == 3, let inside = numbers[0], let outside = numbers[1],
                let count = numbers[2], count > 0,
                !inside.addingReportingOverflow(count).overflow,
                !outside.addingReportingOverflow(count).overflow
            else { return nil }
            ranges.append(Range(inside: inside, outside: outside, count: count))
        }
        guard ranges.count <= Self.limit else { return nil }
        self.ranges = ranges
    }

    /// True if every id is mapped.
    package var isComplete: Bool {
        ranges.reduce(0) { $0 + UInt64($1.count) } == UInt64(UInt32.max)
    }

    package func contains(outside id: UInt32) -> Bool { inside(of: id) != nil }

    /// Returns the lowest mapped outside id in a range.
    package func firstOutside(from first: UInt32, through last: UInt32) -> UInt32? {
        ranges.compactMap { range in
            let start = max(range.outside, first)
            return start <= last && start - range.outside < range.count ? start : nil
        }.min()
    }

    /// Returns the inside id for an outside id, or nil if the kernel shows the overflow id instead.
    package func inside(of id: UInt32) -> UInt32? {
        for range in ranges where id >= range.outside && id - range.outside < range.count {
            return range.inside + (id - range.outside)
        }
        return nil
    }

    /// Returns the outside id for an inside id, or nil if there is none.
    package func outside(of id: UInt32) -> UInt32? {
        for range in ranges where id >= range.inside && id - range.inside < range.count {
            return range.outside + (id - range.inside)
        }
        return nil
    }
}
