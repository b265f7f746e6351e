import AccessModel
import Capabilities
import LinuxSystem
import Procedures

/// Judges a bind without binding.
struct BindLook {
    private let endpoint: Endpoint
    private let host: Host

    init(_ endpoint: Endpoint, _ host: Host) {
        self.endpoint = endpoint
        self.host = host
    }

    func verdict() async throws -> Verdict {
        switch endpoint.form {
        case .tcp(let address, let port): try verdict(.tcp, address, port)
        case .udp(let address, let port): try verdict(.udp, address, port)
        case .unix(let path): try await verdict(path: path)
        case .abstract, .invalid: .undetermined([])
        }
    }

    private func verdict(
        _ transport: Transport,
        _ text: String?,
        _ port: UInt16
    ) throws -> Verdict {
        let address = try text.map { try IPAddress($0) } ?? .anyIPv4
        let facts = try host.network.portFacts(transport, address, port)
        guard let refusal = facts.refusal(transport, address, port) else {
            return .authorized([
                Reason("bind-permitted", endpoint.text, facts.permission(transport, address, port))
            ])
        }
        switch refusal {
        case .addressNotLocal:
            let text = "\(errorText(facts.addressRefusal)) (\(errorName(facts.addressRefusal)))"
            return .denied([Reason("address-not-local", endpoint.text, "\(address): \(text)")])
        case .needsNetBindService:
            let message =
                "needs CAP_NET_BIND_SERVICE below port \(facts.unprivilegedStart), and it is not in effect"
            return .denied([
                Reason("needs-capability", endpoint.text, message, cause: .permission)
            ])
        case .held(let holder):
            return .denied([
                Reason("port-held", endpoint.text, "held by \(facts.words(for: holder))")
            ])
        case .perhapsHeld(let holder):
            let message = "perhaps held by \(facts.words(for: holder)), which may not share it"
            return .undetermined([Reason("port-perhaps-held", endpoint.text, message)])
        }
    }

    /// A bind makes a socket in a directory, as mknod(2) makes a fifo.
    private func verdict(path: String) async throws -> Verdict {
        let found = try await host.files.judge(FileInquiry(.create(.fifo), path, follow: nil))
        if found.answer == .yes {
            return .authorized([Reason("bind-permitted", endpoint.text, "the name is free")])
        }
        if found.answer == .no(Errno.EEXIST) {
            let message = "exists, and a bind needs a free name; remove it first"
            return .denied([Reason("name-taken", endpoint.text, message)])
        }
        let reason = Reason(
            Reason.Code(rawValue: found.code),
            path,
            found.message,
            cause: found.cause,
            evidence: found.evidence,
            basis: .model
        )
        return found.answer == .unknown ? .undetermined([reason]) : .denied([reason])
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
