package import Kernel

/// A bind(2) as a server makes it, to be judged without making it.
///
/// The question answered is what a server gets that sets `SO_REUSEADDR` on a TCP socket, as servers do
/// to start again while old connections linger, sets nothing on a UDP socket, and sets `SO_REUSEPORT`
/// on neither.
///
/// - SeeAlso: bind(2), socket(7), ip(7).
package struct PortBinding: Hashable, Sendable {
    package let transport: Transport
    package let address: IPAddress
    /// Whether a socket of `::` leaves IPv4 alone.
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

    /// The first thing that refuses the bind, in the kernel's order; nil when nothing does.
    ///
    /// - Parameters:
    ///   - addressRefusal: How the host refuses the address whatever the port; nil if it does not.
    ///   - unprivilegedStart: The first port that takes no kernel capability
    ///     (`net.ipv4.ip_unprivileged_port_start`).
    ///   - hasNetBindService: Whether the subject holds CAP_NET_BIND_SERVICE over the owner of its
    ///     network namespace.
    ///   - holders: The sockets that have ports; those of other ports are passed over.
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

    /// Whether the address is looked at before the port: for IPv4 (`__inet_bind`), and where an IPv6 socket
    /// of TCP is given a multicast address, of which it can have none (`__inet6_bind`).
    private var isAddressFirst: Bool {
        switch address {
        case .ipv4: true
        case .ipv6(let value, _): transport == .tcp && value.high >> 56 == 0xff
        }
    }

    /// Whether the port takes CAP_NET_BIND_SERVICE. Port 0 asks for any free port, and never does.
    package func isPrivileged(below unprivilegedStart: UInt16) -> Bool {
        port > 0 && port < unprivilegedStart
    }

    /// The first holder that surely has the port; else the first that may; nil when it is free.
    package func conflict(with holders: [PortSocket]) -> BindRefusal? {
        let known = holders.lazy.map { (holder: $0, isConflict: conflicts(with: $0)) }
        if let certain = known.first(where: { $0.isConflict == true }) {
            return .held(certain.holder)
        }
        return known.first { $0.isConflict == nil }.map { .perhapsHeld($0.holder) }
    }

    /// Nil where it depends on what is not known of the holder.
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

/// Why a bind(2) would be refused.
package enum BindRefusal: Hashable, Sendable {
    /// `EADDRNOTAVAIL` mostly, which comes before the port is looked at for IPv4, and after for IPv6.
    case addressRefused(Errno)
    /// `EACCES`.
    case needsNetBindService
    /// `EADDRINUSE`.
    case held(PortSocket)
    /// `EADDRINUSE` or free, by options of the holder that are not known: mostly a TCP connection, which
    /// gives way if it has `SO_REUSEADDR`, as those of a server have that had it.
    case perhapsHeld(PortSocket)
}
