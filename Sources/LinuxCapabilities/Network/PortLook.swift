import AccessModel
import Capabilities
import Kernel
package import LinuxSystem
import Procedures

/// A bind of a port, judged without binding, by the facts about the port.
package struct PortLook: Hashable, Sendable {
    let endpoint: Endpoint
    let transport: Transport
    let address: IPAddress
    let port: UInt16
    /// True if a socket of `::` that also accepts IPv4 satisfies the question.
    let takesBothFamilies: Bool

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
        takesBothFamilies = host == nil
    }

    package func facts(on network: any NetworkProbe) async throws -> PortFacts {
        try await network.portFacts(transport, address, port)
    }

    func claim(of subject: NetworkSubject, on facts: PortFacts) async throws -> PortClaim {
        try await subject.claim(on: facts, port: port)
    }

    /// Returns whether the subject already has the socket in question. Its other sockets conflict like those of other
    /// subjects, because its own bind would also conflict with them.
    func isHeld(_ facts: PortFacts, by claim: PortClaim) -> Bool {
        facts.holders.contains { claim.owns($0) && isBinding($0) }
    }

    package func status(by facts: PortFacts, for claim: PortClaim) -> NetworkReachabilityStatus {
        if isHeld(facts, by: claim) { return permitted("held by \(claim.who) already") }
        if facts.holders.contains(where: { claim.mayGet($0) && isBinding($0) }) {
            let message = "held by systemd, which may pass it to \(claim.who)"
            return undetermined(.portPerhapsHeld, message)
        }
        if facts.holders.contains(where: { claim.mayMeet($0) && isBinding($0) }) {
            let message = "held by a process that may survive the restart of \(claim.who)"
            return undetermined(.portPerhapsHeld, message)
        }
        let refusal = refusal(facts, claim)
        if claim.privilege == .unknown, refusal != self.refusal(facts, claim.with(.held)) {
            let message = "\(Self.need(facts)), and it is not known whether \(claim.who) has it"
            return undetermined(.capabilityUnknown, message)
        }
        guard let refusal else {
            return permitted(permission(facts, claim), ways(facts, claim))
        }
        return refused(by: refusal, facts, claim)
    }

    private func refused(
        by refusal: BindRefusal,
        _ facts: PortFacts,
        _ claim: PortClaim
    ) -> NetworkReachabilityStatus {
        switch refusal {
        case .addressRefused(let code):
            return addressRefused(code, facts, claim)
        case .needsNetBindService:
            let message = "\(Self.need(facts)), and \(claim.lack)"
            return lacking(message, facts, claim)
        case .held(let holder):
            let message = "held by \(claim.words(for: holder))\(others(than: holder, claim))"
            return denied(.portHeld, message, .EADDRINUSE)
        case .perhapsHeld(let holder):
            let message =
                "perhaps held by \(claim.words(for: holder)), which may refuse to share it"
            return undetermined(.portPerhapsHeld, message)
        }
    }

    /// Returns how to ask about one address, if another subject holds only one and the question is about all.
    private func others(than holder: PortSocket, _ claim: PortClaim) -> String {
        guard address.isAny, !holder.address.isAny, !claim.owns(holder) else { return "" }
        let one = "\(transport.rawValue):ADDRESS:\(port)"
        return "; this question covers every IPv4 address, `\(one)` covers one"
    }

    /// The errors of bind(2) about the address that hold for every subject, if no filter answers for the kernel.
    private static let addressErrors: Set<Errno> = [.EADDRNOTAVAIL, .EAFNOSUPPORT, .EINVAL]

    /// Returns the status for the refusal that this process met when it bound the address with port 0. The
    /// confinement of this process may be the cause. It need not hold for other subjects, nor for the port: Landlock and
    /// a `SocketBindAllow=` permit single ports.
    private func addressRefused(
        _ code: Errno,
        _ facts: PortFacts,
        _ claim: PortClaim
    ) -> NetworkReachabilityStatus {
        let message = "\(address): \(code.explanation)"
        let isOwn = claim.subject == nil
        let isOfAddress = Self.addressErrors.contains(code)
        if facts.mayBeFiltered, !isOwn || !isOfAddress {
            let cause = "the seccomp filter of this process may be the cause"
            return undetermined(.perhapsFiltered, "\(message); \(cause)")
        }
        guard isOfAddress else {
            let rest =
                isOwn
                ? "port \(port) may be permitted all the same"
                : "the answer for \(claim.who) may differ"
            let message = "\(message) for this process, at port 0; \(rest)"
            return undetermined(.refusedByKernel, message)
        }
        return denied(.addressNotLocal, message, code)
    }

    /// Returns whether a socket is bound as asked, by the rule of ``SocketBinding/isBinding(_:)``.
    private func isBinding(_ socket: PortSocket) -> Bool {
        guard !socket.isConnected else { return false }
        if takesBothFamilies, socket.address == .anyIPv6 { return socket.isIPv6Only == false }
        return address.isSame(as: socket.address)
            && (address.interface == 0 || address.interface == socket.interface)
    }

    /// Returns the cause that refuses the bind; nil if none does.
    func refusal(_ facts: PortFacts, _ claim: PortClaim) -> BindRefusal? {
        let binding = PortBinding(
            transport,
            address,
            onlyIPv6: facts.bindsOnlyIPv6,
            port: port
        )
        return binding.refusal(
            addressRefusal: facts.addressRefusal,
            unprivilegedStart: facts.unprivilegedStart,
            hasNetBindService: claim.privilege == .held,
            holders: facts.holders
        )
    }

    private func permission(_ facts: PortFacts, _ claim: PortClaim) -> String {
        guard port < facts.unprivilegedStart else { return "free, and needs no kernel capability" }
        guard let subject = claim.subject else {
            return "free, and CAP_NET_BIND_SERVICE is in effect"
        }
        return "free, and \(subject) has CAP_NET_BIND_SERVICE"
    }

    private static func need(_ facts: PortFacts) -> String {
        "needs CAP_NET_BIND_SERVICE below port \(facts.unprivilegedStart)"
    }

    private func permitted(
        _ message: String,
        _ ways: [Evidence] = []
    ) -> NetworkReachabilityStatus {
        let reason = Reason(.bindPermitted, endpoint.text, message, evidence: ways)
        return NetworkReachabilityStatus(verdict: .authorized([reason]))
    }

    private func denied(
        _ code: ReasonCode,
        _ message: String,
        _ error: Errno
    ) -> NetworkReachabilityStatus {
        let reason = Reason(code, endpoint.text, message)
        return NetworkReachabilityStatus(verdict: .denied([reason]), error: error)
    }

    private func undetermined(_ code: ReasonCode, _ message: String) -> NetworkReachabilityStatus {
        let reason = Reason(code, endpoint.text, message)
        return NetworkReachabilityStatus(verdict: .undetermined([reason]))
    }
}

extension PortClaim {
    fileprivate func words(for socket: PortSocket) -> String {
        let place = "a socket at \(SocketAddress.ip(socket.address, port: socket.port))"
        if owns(socket) { return "\(place) of \(who) itself" }
        guard user == socket.uid else { return "\(place) of uid \(socket.uid)" }
        return
            "\(place) of the same user; if its service runs already, ask about its unit or process"
    }
}

extension IPAddress {
    /// Returns whether two addresses are equal, whatever their interfaces.
    fileprivate func isSame(as other: IPAddress) -> Bool {
        switch (self, other) {
        case (.ipv4(let one), .ipv4(let other)): one == other
        case (.ipv6(let one, _), .ipv6(let other, _)): one == other
        case (.ipv4, .ipv6), (.ipv6, .ipv4): false
        }
    }

    /// True if the address stands for all addresses.
    fileprivate var isAny: Bool { self == .anyIPv4 || self == .anyIPv6 }
}

extension PortLook {
    /// Returns each fact that suffices for a low port by itself; empty for any other port.
    func ways(_ facts: PortFacts, _ claim: PortClaim) -> [Evidence] {
        guard port > 0, port < max(1024, facts.unprivilegedStart) else { return [] }
        let isOpen = port >= facts.unprivilegedStart
        // If the port is open to all users, the capability was not looked at.
        let isKnown = !isOpen && claim.privilege != .unknown
        return [
            Evidence("CAP_NET_BIND_SERVICE", holds: isKnown ? claim.privilege == .held : nil),
            Evidence(
                "net.ipv4.ip_unprivileged_port_start",
                facts: "\(facts.unprivilegedStart)",
                holds: isOpen
            ),
            // The sockets that were passed to another subject cannot be seen.
            Evidence("a socket that systemd passed", holds: claim.subject == nil ? false : nil),
        ]
    }

    /// Returns the refusal of a low port with its remedies. Each remedy is proven by deciding again with it.
    func lacking(
        _ message: String,
        _ facts: PortFacts,
        _ claim: PortClaim
    ) -> NetworkReachabilityStatus {
        let remedies = PortRemedy.all(for: port).filter {
            refusal($0.applied(to: facts), $0.applied(to: claim)) == nil
        }
        let reason = Reason(
            .needsCapability,
            endpoint.text,
            message,
            cause: .permission,
            evidence: ways(facts, claim),
            remedies: remedies.map(\.remedy)
        )
        return NetworkReachabilityStatus(verdict: .denied([reason]), error: .EACCES)
    }
}

extension Host {
    private static let keptPortFamily = Family<FoundOnce<PortLook, PortFacts>?>(live: nil)

    /// The facts about ports that the questions about services share; nil to find them for each question.
    var keptPorts: FoundOnce<PortLook, PortFacts>? { self[Self.keptPortFamily] }

    /// Returns this host with ports that do not change any more for services, once they are looked at.
    package func keepingPorts() -> Host { asking(Self.keptPortFamily, by: FoundOnce()) }
}
