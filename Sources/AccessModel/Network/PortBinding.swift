package import Kernel

/// A bind(2) of a server, decided without making the call.
///
/// The decision applies to a server that sets `SO_REUSEADDR` on a TCP socket, as servers do to restart while old
/// connections linger. It sets nothing on a UDP socket, and `SO_REUSEPORT` on neither.
///
/// - SeeAlso: bind(2), socket(7), ip(7).
package struct PortBinding: Hashable, Sendable {
    package let transport: Transport
    package let address: IPAddress
    /// True if a socket bound to `::` excludes IPv4.
    package let onlyIPv6: Bool
    package let port: UInt16

    package init(
        _ transport: Transport,
        _ address: IPAddress,
        onlyIPv6: Bool = false,
        port: UInt16
    ) {
        self.transport = transport
        self.address = address
        self.onlyIPv6 = onlyIPv6
        self.port = port
    }

    /// Returns the first refusal of the bind, in the kernel's order, or nil if there is none.
    ///
    /// - Parameters:
    ///   - addressRefusal: The host's refusal of the address on any port; nil if there is none.
    ///   - unprivilegedStart: The first port that requires no kernel capability
    ///     (`net.ipv4.ip_unprivileged_port_start`).
    ///   - hasNetBindService: True if the subject holds CAP_NET_BIND_SERVICE over the owner of its network namespace.
    ///   - holders: The sockets that have ports. Those of other ports are ignored.
    package func refusal(
        addressRefusal: Errno?,
        unprivilegedStart: UInt16,
        hasNetBindService: Bool,
        holders: [PortSocket]
    ) -> BindRefusal? {
        let lacksCapability = !hasNetBindService && isPrivileged(below: unprivilegedStart)
        if let addressRefusal, !lacksCapability || isAddressFirst {
            return .addressRefused(addressRefusal)
        }
        guard !lacksCapability else { return .needsNetBindService }
        return conflict(with: holders)
    }

    /// True if the kernel checks the address before the port. It does for IPv4 (`__inet_bind`), and for a multicast
    /// address on a TCP socket of IPv6, which can have none (`__inet6_bind`).
    private var isAddressFirst: Bool {
        switch address {
        case .ipv4: true
        case .ipv6(let value, _): transport == .tcp && value.high >> 56 == 0xff
        }
    }

    /// Returns whether the port requires CAP_NET_BIND_SERVICE. Port 0 requests any free port, and never does.
    package func isPrivileged(below unprivilegedStart: UInt16) -> Bool {
        port > 0 && port < unprivilegedStart
    }

    /// Returns the first socket that certainly holds the port, else the first that may hold it, else nil.
    package func conflict(with holders: [PortSocket]) -> BindRefusal? {
        let known = holders.lazy.map { (holder: $0, isConflict: conflicts(with: $0)) }
        if let certain = known.first(where: { $0.isConflict == true }) {
            return .held(certain.holder)
        }
        return known.first { $0.isConflict == nil }.map { .perhapsHeld($0.holder) }
    }

    /// Nil if the answer depends on unknown facts about the holder.
    private func conflicts(with holder: PortSocket) -> Bool? {
        let interface = address.interface
        guard port > 0, holder.port == port, holder.transport == transport,
            interface == 0 || holder.interface == 0 || interface == holder.interface
        else { return false }
        let overlaps = ReceivedAddresses(address, onlyIPv6: onlyIPv6)
            .overlap(ReceivedAddresses(holder.address, onlyIPv6: holder.isIPv6Only))
        let shares = transport == .udp || holder.state == .listening ? false : holder.reusesAddress
        if overlaps == false || shares == true { return false }
        return overlaps == true && shares == false ? true : nil
    }
}

/// The reason why a bind(2) would fail.
package enum BindRefusal: Hashable, Sendable {
    /// Mostly `EADDRNOTAVAIL`. For IPv4 it precedes the check of the port. For IPv6 it follows that check, except for a
    /// multicast address of TCP.
    case addressRefused(Errno)
    /// `EACCES`.
    case needsNetBindService
    /// `EADDRINUSE`.
    case held(PortSocket)
    /// `EADDRINUSE` or success, depending on unknown options of the holder. It is mostly a TCP connection, which does
    /// not conflict if it has `SO_REUSEADDR`. Connections of a server that set the option have it.
    case perhapsHeld(PortSocket)
}
