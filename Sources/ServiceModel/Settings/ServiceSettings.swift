package import Kernel

/// The settings of a service that decide what its commands may do, as its unit file and its drop-ins give them; see
/// systemd.exec(5) and systemd.service(5).
///
/// Nil and an empty list are the default. Specifiers are replaced, and lists are reset where an empty assignment says
/// so.
package struct ServiceSettings: Hashable, Sendable {
    package var commands: [ServiceCommand] = []

    // Identity.
    package var user: Placed<String>?
    package var group: Placed<String>?
    package var supplementaryGroups: [Placed<String>] = []
    /// `DynamicUser=`.
    package var isUserDynamic: Placed<Bool>?

    // Privilege.
    /// `CapabilityBoundingSet=`.
    package var boundingSet: Placed<KernelCapabilitySet>?
    /// `AmbientCapabilities=`.
    package var ambientSet: Placed<KernelCapabilitySet>?
    package var noNewPrivileges: Placed<Bool>?
    package var secureBits: Placed<SecureBits>?

    package var files = FileSandbox()

    /// Every setting that the model does not know, and every known one with a value that it does not know.
    package var unknown: [UnknownSetting] = []

    package init() {}
}

/// A command of a service: a line `ExecStart=` or the like.
package struct ServiceCommand: Hashable, Sendable {
    /// In the order in which systemd runs them.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case condition = "ExecCondition"
        case startPre = "ExecStartPre"
        case start = "ExecStart"
        case startPost = "ExecStartPost"
        case reload = "ExecReload"
        case stop = "ExecStop"
        case stopPost = "ExecStopPost"
    }

    /// The prefixes that change the credentials of a command; see "Command lines" in systemd.service(5).
    package enum Privilege: Hashable, Sendable {
        /// None of them: all settings apply.
        case asSet
        /// `+`: no setting applies that takes privilege away.
        case full
        /// `!`, and `!!` where the kernel has no ambient set, which every supported kernel has: the ids stay those of
        /// systemd.
        case elevated
    }

    package var kind: Kind
    /// From 1, among those of its kind.
    package var number: Int
    package var privilege: Privilege
    /// The program: an absolute path, or a name that systemd looks up.
    package var program: String
    package var place: SettingPlace

    package init(
        _ kind: Kind,
        _ number: Int,
        _ privilege: Privilege,
        program: String,
        at place: SettingPlace
    ) {
        self.kind = kind
        self.number = number
        self.privilege = privilege
        self.program = program
        self.place = place
    }
}

/// A setting whose effect the model does not know.
package struct UnknownSetting: Hashable, Sendable {
    package var name: String
    package var value: String
    package var place: SettingPlace

    package init(name: String, value: String, at place: SettingPlace) {
        (self.name, self.value, self.place) = (name, value, place)
    }
}
