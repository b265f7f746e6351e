import AccessModel
import Glibc

import Kernel
@testable import LinuxSystem

/// A bind that is both judged and made.
struct TestBinding {
    let kind: TestSocket.Kind
    let address: IPAddress
    let port: UInt16
    var isIPv6Only = false

    var rule: PortBinding {
        PortBinding(
            kind == .stream ? .tcp : .udp,
            address,
            onlyIPv6: isIPv6Only,
            port: port
        )
    }

    /// Returns the errno of the bind that a server would make, and closes the socket at once.
    func make() -> Int32 {
        do {
            _ = try TestSocket(
                kind,
                .ip(address, port: port),
                isIPv6Only: isIPv6Only,
                reusesAddress: kind == .stream
            )
            return 0
        } catch {
            return (error as? SystemError)?.code ?? -1
        }
    }
}

extension PortSocket {
    /// Returns the same socket with a known value of `SO_REUSEADDR`.
    func with(reusesAddress: Bool?) -> Self {
        var socket = self
        socket.reusesAddress = reusesAddress
        return socket
    }
}
