import AccessModel
import Glibc

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
            PortAddress(address, onlyIPv6: isIPv6Only),
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

extension PortAddress {
    init(_ address: IPAddress, onlyIPv6: Bool?) {
        switch address {
        case .ipv4(let value): self = .ipv4(value)
        case .ipv6(let value, _):
            self = .ipv6(high: value.high, low: value.low, onlyIPv6: onlyIPv6)
        }
    }
}

extension PortHolder {
    init(_ socket: PortSocket, reusesAddress: Bool?) {
        self.init(
            socket.transport == .tcp ? .tcp : .udp,
            PortAddress(socket.address, onlyIPv6: socket.isIPv6Only),
            port: socket.port,
            interface: socket.interface,
            isListening: socket.state == .listening,
            reusesAddress: reusesAddress
        )
    }
}
