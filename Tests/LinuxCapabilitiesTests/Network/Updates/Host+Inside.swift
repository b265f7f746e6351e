import LinuxCapabilities
import TestSupport

extension Host {
    /// This machine, but for its network.
    static func inside(_ network: ForeignNetwork) -> Host {
        Host(
            accounts: Host.live.accounts,
            files: Host.live.files,
            processes: Host.live.processes,
            network: Host.live.network.network(ofProcess: network.pid),
            units: Host.live.units,
            polkit: Host.live.polkit
        )
    }
}
