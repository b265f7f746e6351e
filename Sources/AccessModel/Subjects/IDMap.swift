/// How the ids of a user namespace are numbered outside of it, see user_namespaces(7).
package struct IDMap: Hashable, Sendable {
    /// A line of `/proc/PID/uid_map`, as the initial user namespace reads it.
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

    /// The map of the initial user namespace, in which 4294967295 is no id.
    package static let identity = Self([Range(inside: 0, outside: 0, count: .max)])

    package func outside(of id: UInt32) -> UInt32? {
        ranges.first { id >= $0.inside && id - $0.inside < $0.count }
            .map { $0.outside + (id - $0.inside) }
    }

    package func inside(of id: UInt32) -> UInt32? {
        ranges.first { id >= $0.outside && id - $0.outside < $0.count }
            .map { $0.inside + (id - $0.outside) }
    }

    package func contains(outside id: UInt32) -> Bool { inside(of: id) != nil }
}
