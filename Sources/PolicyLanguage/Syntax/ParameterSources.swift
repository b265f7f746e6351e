/// The sources of values that replace the defaults of a policy's parameters.
package struct ParameterSources: Sendable {
    package enum Environment: Sendable {
        case variables(@Sendable (_ name: String) -> String?)
        /// The user who started the program has less privilege than the program, and chose the variables.
        case refused
        /// No host is examined. A parameter without another value stays open, as `${name}`.
        case unknown

        package static let empty = Environment.variables { _ in nil }
    }

    /// Values by parameter name. They take precedence over the environment.
    package let settings: [String: Setting]
    package let environment: Environment
    /// True if other policies receive the same settings. A setting may then be meant for those policies only.
    package let areShared: Bool
    /// The place of the include, or nil for a policy that the caller named.
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

/// A value that is set for a parameter.
package struct Setting: Hashable, Sendable {
    package let value: String
    /// The places of the setting's name and value, or nil if the caller gave the setting.
    package let place: Place?
    /// True if the value depends on an open parameter of the including policy.
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
