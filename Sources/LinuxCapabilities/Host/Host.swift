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

    package var accounts: any AccountProbe { identity.probes.accounts }
    package var files: any FileProbe { identity.probes.files }
    package var processes: any ProcessProbe { identity.probes.processes }
    package var network: any NetworkProbe { identity.probes.network }
    package var units: any UnitProbe { identity.probes.units }
    package var polkit: any PolkitProbe { identity.probes.polkit }
    package var terminal: any TerminalProbe { identity.probes.terminal }
    /// By which waits are reckoned.
    package var timer: DeadlineTimer { identity.probes.timer }
    /// Which host it is, with all that belongs to it: every capability holds a copy.
    private let identity: Identity

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
        let probes = Probes(
            accounts: accounts,
            files: files,
            processes: processes,
            network: network,
            units: units,
            polkit: polkit,
            terminal: terminal,
            timer: timer
        )
        identity = Identity(probes)
    }

    private struct Probes: Sendable {
        let accounts: any AccountProbe
        let files: any FileProbe
        let processes: any ProcessProbe
        let network: any NetworkProbe
        let units: any UnitProbe
        let polkit: any PolkitProbe
        let terminal: any TerminalProbe
        let timer: DeadlineTimer
    }

    private final class Identity: Sendable {
        let probes: Probes

        init(_ probes: Probes) { self.probes = probes }
    }

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
