package import LinuxSystem

extension Host {
    /// Returns this machine with the systemd and the polkit of another bus.
    ///
    /// - Parameter root: The root directory of the system whose journal is read; nil for this one.
    package static func live(systemdOn bus: SystemBus, at root: String? = nil) -> Host {
        live
            .asking(unitFamily, by: LiveUnits(bus: bus, journal: Journal(ofSystemAt: root)))
            .asking(polkitFamily, by: LivePolkit(PolkitAuthority(on: bus)))
            .asking(busNameFamily, by: LiveBusNames(bus: bus))
            .asking(shutdownFamily, by: bus)
    }
}
