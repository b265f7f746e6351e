/// The first two numbers of a kernel's release, see uname(2).
package struct KernelVersion: Hashable, Sendable, Comparable {
    package let major: Int
    package let minor: Int

    package init(_ major: Int, _ minor: Int) {
        self.major = major
        self.minor = minor
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }
}
