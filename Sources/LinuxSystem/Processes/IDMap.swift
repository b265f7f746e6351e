/// How a user namespace shows ids, see user_namespaces(7): the text of `uid_map` or `gid_map`.
package struct IDMap: Hashable, Sendable {
    package struct Range: Hashable, Sendable {
        package let inside: UInt32
        /// As the user namespace of the reader shows it; for the reader's own namespace, as its parent does.
        package let outside: UInt32
        package let count: UInt32

        package init(inside: UInt32, outside: UInt32, count: UInt32) {
            self.inside = inside
            self.outside = outside
            self.count = count
        }
    }

    /// How many ranges the kernel takes, since Linux 4.15.
    package static let limit = 340

    package let ranges: [Range]

    package init(ranges: [Range]) { self.ranges = ranges }

    /// - Returns: nil for a text that the kernel does not write. Empty is what no one has mapped yet.
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

    /// The id that the namespace shows for one of outside; nil where it shows the overflow id.
    package func inside(of outside: UInt32) -> UInt32? {
        ranges.first { outside >= $0.outside && outside - $0.outside < $0.count }
            .map { $0.inside + (outside - $0.outside) }
    }

    /// The id outside of one that the namespace shows; nil where it has none.
    package func outside(of inside: UInt32) -> UInt32? {
        ranges.first { inside >= $0.inside && inside - $0.inside < $0.count }
            .map { $0.outside + (inside - $0.inside) }
    }
}
