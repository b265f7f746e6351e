/// A value read from a policy file, and its place.
package struct Located<Value> {
    package let value: Value
    package let location: SourceLocation
    /// True if the value depends on an open parameter, and so is unknown.
    package let isOpen: Bool

    package init(_ value: Value, at location: SourceLocation, isOpen: Bool = false) {
        self.value = value
        self.location = location
        self.isOpen = isOpen
    }
}

extension Located: Sendable where Value: Sendable {}
extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}
