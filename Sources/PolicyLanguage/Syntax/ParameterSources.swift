/// From where a policy's parameters may get a value in place of their default.
package struct ParameterSources: Sendable {
    package enum Environment: Sendable {
        case variables(@Sendable (_ name: String) -> String?)
        /// Whoever started the program has less privilege than it has, and chose the variables.
        case refused
        /// Nobody looks at any host: a parameter that has no other value is left open, as `${name}`.
        case unknown

        package static let empty = Environment.variables { _ in nil }
    }

    /// Values by the names of parameters; they beat the environment.
    package let settings: [String: Setting]
    package let environment: Environment
    /// Whether other policies are given the same settings, so that one may be for them alone.
    package let areShared: Bool
    /// Where the policy is included; nil for one that was named by the caller.
    package let includedAt: SourceLocation?

    package init(
        settings: [String: Setting] = [:],
        environment: Environment = .empty,
        areShared: Bool = false,
        includedAt: SourceLocation? = nil
    ) {
        self.settings = settings
        self.environment = environment
        self.areShared = areShared
        self.includedAt = includedAt
    }

    package static let none = ParameterSources()

    var areLeftOpen: Bool { if case .unknown = environment { true } else { false } }
}

/// A value given to a parameter.
package struct Setting: Hashable, Sendable {
    package let value: String
    /// Where it is written, with its name; nil where the caller gave it.
    package let place: Place?
    /// Whether it depends on a parameter of the policy that includes this one, which was left open.
    package let isOpen: Bool

    package struct Place: Hashable, Sendable {
        package let name: SourceLocation
        package let value: SourceLocation

        package init(name: SourceLocation, value: SourceLocation) {
            self.name = name
            self.value = value
        }
    }

    package init(_ value: String, at place: Place? = nil, isOpen: Bool = false) {
        self.value = value
        self.place = place
        self.isOpen = isOpen
    }
}
