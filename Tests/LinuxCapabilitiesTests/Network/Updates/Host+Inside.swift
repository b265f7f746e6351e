import LinuxCapabilities
import TestSupport

extension Host {
    /// Returns this machine with another network.
    static func inside(_ network: ForeignNetwork) -> Host {
        live.asking(networkFamily, by: live.network.network(ofProcess: network.pid))
    }
}
