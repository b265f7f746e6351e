/// A value read from a policy file, and where it stands.
package struct Located<Value> {
    package let value: Value
    package let location: SourceLocation
    /// Whether it depends on a parameter that was left open, so that nobody knows what it will be.
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
