import AccessModel
import Capabilities
package import LinuxSystem
import Procedures

/// A bind of a port, judged without binding by what is true of the port.
package struct PortLook: Hashable, Sendable {
    private let endpoint: Endpoint
    let transport: Transport
    let address: IPAddress
    let port: UInt16

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

    package func facts(on network: any NetworkProbe) async throws -> PortFacts {
        try await network.portFacts(transport, address, port)
    }

    func claim(of subject: NetworkSubject, on facts: PortFacts) async throws -> PortClaim {
        try await subject.claim(on: facts, port: port)
    }

    package func status(by facts: PortFacts, for claim: PortClaim) -> NetworkReachabilityStatus {
        let refusal = refusal(facts, claim)
        if claim.privilege == .unknown, refusal != self.refusal(facts, claim.with(.held)) {
            let message = "\(Self.need(facts)), and whether \(claim.who) has it is not known"
            return undetermined("capability-unknown", message)
        }
        switch refusal {
        case nil:
            let message = permission(facts, claim) + claim.assumption
            let reason = Reason("bind-permitted", endpoint.text, message)
            return NetworkReachabilityStatus(verdict: .authorized([reason]))
        case .addressNotLocal:
            let code = facts.addressRefusal
            let message = "\(address): \(errorText(code)) (\(errorName(code)))"
            return denied("address-not-local", message, code)
        case .needsNetBindService:
            let message = "\(Self.need(facts)), and \(claim.lack)"
            let remedies = PortRemedy.all(for: port).filter {
                self.refusal($0.applied(to: facts), $0.applied(to: claim)) == nil
            }
            return denied("needs-capability", message, Errno.EACCES, .permission, remedies)
        case .held(let holder):
            return denied("port-held", "held by \(facts.words(for: holder))", Errno.EADDRINUSE)
        case .perhapsHeld(let holder):
            let message = "perhaps held by \(facts.words(for: holder)), which may not share it"
            return undetermined("port-perhaps-held", message)
        }
    }

    /// What refuses the bind; sockets of the subject itself do not.
    private func refusal(_ facts: PortFacts, _ claim: PortClaim) -> BindRefusal? {
        let binding = PortBinding(
            transport.model,
            PortAddress(address, onlyIPv6: facts.bindsOnlyIPv6),
            port: port,
            interface: address.interface
        )
        return binding.refusal(
            isLocal: facts.addressRefusal == 0,
            unprivilegedStart: facts.unprivilegedStart,
            hasNetBindService: claim.privilege == .held,
            holders: facts.holders.filter { !claim.owns($0) }.map(PortHolder.init)
        )
    }

    private func permission(_ facts: PortFacts, _ claim: PortClaim) -> String {
        if facts.holders.contains(where: claim.owns) {
            return "held by \(claim.who) already"
        }
        guard port < facts.unprivilegedStart else { return "free, and needs no kernel capability" }
        guard let subject = claim.subject else {
            return "free, and CAP_NET_BIND_SERVICE is in effect"
        }
        return "free, and \(subject) has CAP_NET_BIND_SERVICE"
    }

    private static func need(_ facts: PortFacts) -> String {
        "needs CAP_NET_BIND_SERVICE below port \(facts.unprivilegedStart)"
    }

    private func denied(
        _ code: Reason.Code,
        _ message: String,
        _ error: Int32,
        _ cause: Reason.Cause = .other,
        _ remedies: [PortRemedy] = []
    ) -> NetworkReachabilityStatus {
        let remedies = remedies.map(\.remedy)
        let reason = Reason(code, endpoint.text, message, cause: cause, remedies: remedies)
        return NetworkReachabilityStatus(verdict: .denied([reason]), error: error)
    }

    private func undetermined(_ code: Reason.Code, _ message: String) -> NetworkReachabilityStatus {
        let reason = Reason(code, endpoint.text, message)
        return NetworkReachabilityStatus(verdict: .undetermined([reason]))
    }
}

extension PortFacts {
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
            isListening: socket.state == .listening,
            reusesAddress: socket.reusesAddress
        )
    }
}
