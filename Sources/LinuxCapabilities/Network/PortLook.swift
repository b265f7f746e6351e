import AccessModel
import Capabilities
package import LinuxSystem
import Procedures

/// A bind of a port, judged without binding by what is true of the port.
package struct PortLook: Hashable, Sendable {
    private let endpoint: Endpoint
    private let transport: Transport
    private let address: IPAddress
    private let port: UInt16

    /// - Throws: `AddressError` for an address that is not numeric, and for a Unix socket.
    package init(_ endpoint: Endpoint) throws(AddressError) {
        self.endpoint = endpoint
        let host: String?
        switch endpoint.form {
        case .tcp(let name, let number): (transport, host, port) = (.tcp, name, number)
        case .udp(let name, let number): (transport, host, port) = (.udp, name, number)
        case .unix, .abstract, .invalid: throw .notNumeric(endpoint.text)
        }
        if let host { address = try IPAddress(host) } else { address = .anyIPv4 }
    }

    package func facts(on host: Host) throws -> PortFacts {
        try host.network.portFacts(transport, address, port)
    }

    package func status(by facts: PortFacts) -> NetworkReachabilityStatus {
        guard let refusal = facts.refusal(transport, address, port) else {
            let reason = Reason(
                "bind-permitted",
                endpoint.text,
                facts.permission(transport, address, port)
            )
            return NetworkReachabilityStatus(verdict: .authorized([reason]))
        }
        switch refusal {
        case .addressNotLocal:
            let code = facts.addressRefusal
            let message = "\(address): \(errorText(code)) (\(errorName(code)))"
            return denied("address-not-local", message, code)
        case .needsNetBindService:
            let message =
                "needs CAP_NET_BIND_SERVICE below port \(facts.unprivilegedStart), and it is not in effect"
            return denied("needs-capability", message, Errno.EACCES, cause: .permission)
        case .held(let holder):
            return denied("port-held", "held by \(facts.words(for: holder))", Errno.EADDRINUSE)
        case .perhapsHeld(let holder):
            let message = "perhaps held by \(facts.words(for: holder)), which may not share it"
            let reason = Reason("port-perhaps-held", endpoint.text, message)
            return NetworkReachabilityStatus(verdict: .undetermined([reason]))
        }
    }

    private func denied(
        _ code: Reason.Code,
        _ message: String,
        _ error: Int32,
        cause: Reason.Cause = .other
    ) -> NetworkReachabilityStatus {
        let reason = Reason(code, endpoint.text, message, cause: cause)
        return NetworkReachabilityStatus(verdict: .denied([reason]), error: error)
    }
}

extension PortFacts {
    /// What refuses the bind; sockets of this very process do not.
    fileprivate func refusal(
        _ transport: Transport,
        _ address: IPAddress,
        _ port: UInt16
    ) -> BindRefusal? {
        let binding = PortBinding(
            transport.model,
            PortAddress(address, onlyIPv6: false),
            port: port,
            interface: address.interface
        )
        return binding.refusal(
            isLocal: addressRefusal == 0,
            unprivilegedStart: unprivilegedStart,
            hasNetBindService: hasNetBindService,
            holders: foreignHolders.map(PortHolder.init)
        )
    }

    private var foreignHolders: [PortSocket] {
        holders.filter { $0.inode == 0 || !ownInodes.contains($0.inode) }
    }

    fileprivate func permission(
        _ transport: Transport,
        _ address: IPAddress,
        _ port: UInt16
    ) -> String {
        if foreignHolders.count < holders.count { return "held by this process already" }
        guard port < unprivilegedStart else { return "free, and needs no kernel capability" }
        return "free, and CAP_NET_BIND_SERVICE is in effect"
    }

    fileprivate func words(for holder: PortHolder) -> String {
        let socket = holders.first { PortHolder($0) == holder }
        let place =
            socket.map { "\(SocketAddress.ip($0.address, port: $0.port))" } ?? "another socket"
        return "a socket at \(place)" + (socket.map { " of uid \($0.uid)" } ?? "")
    }
}

extension Transport {
    fileprivate var model: PortTransport { self == .tcp ? .tcp : .udp }
}

extension IPAddress {
    /// The interface that a link-local address names.
    fileprivate var interface: UInt32 {
        if case .ipv6(_, let scope) = self { scope } else { 0 }
    }
}

extension PortAddress {
    fileprivate init(_ address: IPAddress, onlyIPv6: Bool?) {
        switch address {
        case .ipv4(let value): self = .ipv4(value)
        case .ipv6(let value, _):
            self = .ipv6(high: value.high, low: value.low, onlyIPv6: onlyIPv6)
        }
    }
}

extension PortHolder {
    fileprivate init(_ socket: PortSocket) {
        self.init(
            socket.transport == .tcp ? .tcp : .udp,
            PortAddress(socket.address, onlyIPv6: socket.isIPv6Only),
            port: socket.port,
            interface: socket.interface,
            isListening: socket.state == .listening
        )
    }
}
