import LinuxCapabilities
import TestSupport

extension Host {
    /// This machine, but for its network.
    static func inside(_ network: ForeignNetwork) -> Host {
        live.asking(networkFamily, by: live.network.network(ofProcess: network.pid))
    }
}
