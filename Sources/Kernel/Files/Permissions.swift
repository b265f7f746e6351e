/// `r`, `w` and `x`: what one class of a mode or one entry of an access list grants, and what a process may
/// want of a file. The bits are those of access(2).
package struct Permissions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable package static var execute: Self { Self(rawValue: 1) }
    @inlinable package static var write: Self { Self(rawValue: 2) }
    @inlinable package static var read: Self { Self(rawValue: 4) }
}

extension Permissions: CustomStringConvertible {
    /// As ls(1) prints them: `r-x`.
    package var description: String {
        (contains(.read) ? "r" : "-") + (contains(.write) ? "w" : "-")
            + (contains(.execute) ? "x" : "-")
    }
}
