/// The bits `r`, `w` and `x`, as in access(2). A class of a mode or an entry of an access list grants them, and a
/// process requests them.
package struct Permissions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable package static var execute: Self { Self(rawValue: 1) }
    @inlinable package static var write: Self { Self(rawValue: 2) }
    @inlinable package static var read: Self { Self(rawValue: 4) }

    // Each step of each walk calls these. They are written out, so that other modules inline them.
    @inlinable package var isEmpty: Bool { rawValue == 0 }

    @inlinable package func contains(_ member: Self) -> Bool {
        rawValue & member.rawValue == member.rawValue
    }

    @inlinable package func isSuperset(of other: Self) -> Bool { contains(other) }

    @inlinable package func intersection(_ other: Self) -> Self {
        Self(rawValue: rawValue & other.rawValue)
    }

    @inlinable package func union(_ other: Self) -> Self {
        Self(rawValue: rawValue | other.rawValue)
    }

    @inlinable package static func == (one: Self, other: Self) -> Bool {
        one.rawValue == other.rawValue
    }
}

extension Permissions: CustomStringConvertible {
    /// The form of ls(1): `r-x`.
    package var description: String {
        (contains(.read) ? "r" : "-") + (contains(.write) ? "w" : "-")
            + (contains(.execute) ? "x" : "-")
    }
}
