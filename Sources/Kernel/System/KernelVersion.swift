/// The first two numbers of a kernel's release, see uname(2).
package struct KernelVersion: Hashable, Comparable, Sendable {
    package let major: Int
    package let minor: Int

    @inlinable package init(_ major: Int, _ minor: Int) {
        self.major = major
        self.minor = minor
    }

    @inlinable package static func < (one: Self, other: Self) -> Bool {
        (one.major, one.minor) < (other.major, other.minor)
    }
}
