/// A setting whose effect the model does not know.
package struct UnknownSetting: Hashable, Sendable {
    /// The kinds of questions that a setting can touch.
    package struct Scope: OptionSet, Hashable, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let files = Self(rawValue: 1 << 0)
        package static let network = Self(rawValue: 1 << 1)
        package static let kernelCapabilities = Self(rawValue: 1 << 2)
        /// Opening and making device nodes, besides what all files have in common, except for ``standardDevices``.
        package static let devices = Self(rawValue: 1 << 3)
        /// Opening one of ``StandardDevices``.
        package static let standardDevices = Self(rawValue: 1 << 4)
        /// Setting the set-user-ID or set-group-ID bit of a file.
        package static let setIDBits = Self(rawValue: 1 << 5)
        package static let all: Self = [
            .files, .network, .kernelCapabilities, .devices, .standardDevices, .setIDBits,
        ]
    }

    /// The answers that a setting can change.
    package enum Direction: Hashable, Sendable {
        /// Only a yes: the setting allows nothing.
        case takesAway
        case either
        /// A yes about its whole scope, and a no about these kinds of questions.
        case eitherOf(Scope)
    }

    package var name: String
    package var value: String
    package var place: SettingPlace
    package var scope: Scope
    package var direction: Direction

    /// Whether it can make a yes of a no about some kinds of questions.
    package func mayAllow(_ kinds: Scope = .all) -> Bool {
        switch direction {
        case .takesAway: false
        case .either: true
        case .eitherOf(let allowed): !allowed.isDisjoint(with: kinds)
        }
    }

    package init(
        name: String,
        value: String,
        at place: SettingPlace,
        scope: Scope = .all,
        _ direction: Direction = .either
    ) {
        (self.name, self.value, self.place) = (name, value, place)
        (self.scope, self.direction) = (scope, direction)
    }
}
