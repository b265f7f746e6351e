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
    /// The settings that restrict system calls. Each of them sets `no_new_privs` too if systemd starts the command
    /// without `CAP_SYS_ADMIN` (`context_has_no_new_privileges` in src/core/execute.c).
    package var impliesNoNewPrivileges: [Placed<Bool>] = []
    /// The kernel capabilities that other settings remove from the bounding set (`unit_patch_contexts` in
    /// src/core/unit.c).
    package var withheld: [Placed<KernelCapabilitySet>] = []
    package var secureBits: Placed<SecureBits>?
    package var privateUsers: Placed<Bool>?
    /// At most one of each kind.
    package var labels: [Placed<ServiceLabel>] = []

    package var files = FileSandbox()
    /// `WorkingDirectory=` without a prefix, if its value is known and a path. The model decides nothing about it.
    package var workingDirectory: String?
    package var privateNetwork: Placed<Bool>?
    /// `Type=exec`: systemd writes to a pipe before it executes the program of `ExecStart=`, with its filters in force
    /// (exec_child in src/core/execute.c).
    package var reportsExecution = false
    package var filters = SystemCallFilters()

    /// Every setting that the model does not know, and every known one with a value that it does not know.
    package var unknown: [UnknownSetting] = []

    /// Every setting that could change an answer, and that systemd ignores.
    package var notEnforced: [NotEnforcedSetting] = []
    /// True if the build of systemd is not known, and may decide which settings are enforced.
    package var isBuildDecisive = false

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
