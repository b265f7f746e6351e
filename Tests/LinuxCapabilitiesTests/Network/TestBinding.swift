import AccessModel
import Glibc

import Kernel
@testable import LinuxSystem

/// A bind, to be judged and to be made.
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

    /// The errno of the bind that a server would make, which ends at once.
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
    /// The same socket, of which it is known whether it has `SO_REUSEADDR`.
    func with(reusesAddress: Bool?) -> Self {
        var socket = self
        socket.reusesAddress = reusesAddress
        return socket
    }
}
