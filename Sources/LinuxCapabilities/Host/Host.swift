package import LinuxSystem
package import Procedures

/// The system that capabilities are about. Opaque: a capability takes one, and passes its questions on.
///
/// Hosts are equal when they are the same one.
public struct Host: Sendable {
    /// The machine that this process runs on.
    public static let live = Host(
        accounts: LiveAccounts(),
        files: LiveFiles(),
        processes: LiveProcesses(),
        network: LiveNetwork(),
        units: LiveUnits(),
        polkit: LivePolkit()
    )

    package let accounts: any AccountProbe
    package let files: any FileProbe
    package let processes: any ProcessProbe
    package let network: any NetworkProbe
    package let units: any UnitProbe
    package let polkit: any PolkitProbe
    package let terminal: any TerminalProbe
    /// By which waits are reckoned.
    package let timer: DeadlineTimer
    private let identity = Identity()

    package init(
        accounts: any AccountProbe,
        files: any FileProbe,
        processes: any ProcessProbe,
        network: any NetworkProbe,
        units: any UnitProbe,
        polkit: any PolkitProbe,
        terminal: any TerminalProbe = LiveTerminal(),
        timer: DeadlineTimer = .shared
    ) {
        self.accounts = accounts
        self.files = files
        self.processes = processes
        self.network = network
        self.units = units
        self.polkit = polkit
        self.terminal = terminal
        self.timer = timer
    }

    private final class Identity: Sendable {}

    /// This machine, but for its systemd and its polkit, which are asked over another bus.
    ///
    /// - Parameter root: Where the system is whose journal is read; nil for this one.
    package static func live(systemdOn bus: SystemBus, at root: String? = nil) -> Host {
        Host(
            accounts: LiveAccounts(),
            files: LiveFiles(),
            processes: LiveProcesses(),
            network: LiveNetwork(),
            units: LiveUnits(bus: bus, journal: Journal(ofSystemAt: root)),
            polkit: LivePolkit(PolkitAuthority(on: bus))
        )
    }
}

extension Host: Hashable {
    public static func == (one: Host, other: Host) -> Bool { one.identity === other.identity }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}
