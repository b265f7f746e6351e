/// `r`, `w` and `x`, as one class of a mode or one entry of a list grants them.
package struct Permissions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let execute = Self(rawValue: 1)
    package static let write = Self(rawValue: 2)
    package static let read = Self(rawValue: 4)
}

extension Permissions: CustomStringConvertible {
    /// As ls(1) prints them: `r-x`.
    package var description: String {
        (contains(.read) ? "r" : "-") + (contains(.write) ? "w" : "-")
            + (contains(.execute) ? "x" : "-")
    }
}
