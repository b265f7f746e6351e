import AccessModel
import Kernel
import Testing

@Suite struct `Addresses of two sockets` {
    static let any4 = ReceivedAddresses(.ipv4(0))
    static let one4 = ReceivedAddresses(.ipv4(0x7f00_0001))
    static let two4 = ReceivedAddresses(.ipv4(0x7f00_0002))
    static let both = ReceivedAddresses(.anyIPv6)
    static let any6 = ReceivedAddresses(.anyIPv6, onlyIPv6: true)
    static let one6 = ReceivedAddresses(.loopbackIPv6, onlyIPv6: true)
    static let two6 = ReceivedAddresses(ipv6(high: 0xfe80 << 48, low: 1), onlyIPv6: true)
    static let mapped = ReceivedAddresses(ipv6(high: 0, low: 0xffff_7f00_0001))
    static let mappedAny = ReceivedAddresses(ipv6(high: 0, low: 0xffff_0000_0000))

    static let all = [any4, one4, two4, both, any6, one6, two6, mapped, mappedAny]
    /// The overlaps of each element of `all`, in the same order.
    static let overlaps: [Set<ReceivedAddresses>] = [
        [any4, one4, two4, both, mapped, mappedAny],
        [any4, one4, both, mapped, mappedAny],
        [any4, two4, both, mappedAny],
        Set(all),
        [both, any6, one6, two6],
        [both, any6, one6],
        [both, any6, two6],
        [any4, one4, both, mapped, mappedAny],
        [any4, one4, two4, both, mapped, mappedAny],
    ]

    @Test(arguments: zip(all, overlaps))
    func `Addresses overlap if they receive a common packet`(
        address: ReceivedAddresses,
        others: Set<ReceivedAddresses>
    ) {
        #expect(Set(Self.all.filter { address.overlap($0) == true }) == others)
        #expect(Set(Self.all.filter { address.overlap($0) == nil }) == [])
        #expect(Set(Self.all.filter { $0.overlap(address) == true }) == others)
    }
}

@Suite struct `Address of an IPv6 connection` {
    /// An address to bind, and whether a connection from `::1` blocks it. The three answers are for a socket of both
    /// families, one of IPv6 only, and one whose kind is unknown.
    static let overlaps: [(ReceivedAddresses, both: Bool?, alone: Bool?, unknown: Bool?)] = [
        (.init(.ipv4(0)), true, false, nil), (.init(.ipv4(0x7f00_0006)), nil, false, nil),
        (.init(.ipv4(0x7f00_0001)), false, false, false), (.init(.anyIPv6), true, true, true),
        (.init(.anyIPv6, onlyIPv6: true), true, true, true),
        (.init(.loopbackIPv6), true, true, true),
        (.init(ipv6(high: 0, low: 2)), false, false, false),
        (.init(ipv6(high: 0, low: 0xffff_0000_0000)), false, false, false),
        (.init(ipv6(high: 0, low: 0xffff_7f00_0001)), false, false, false),
        (.init(ipv6(high: 0, low: 0xffff_7f00_0006)), false, false, false),
    ]

    @Test(arguments: overlaps)
    func `An IPv6 connection may overlap with IPv4 addresses`(
        wanted: ReceivedAddresses,
        both: Bool?,
        alone: Bool?,
        unknown: Bool?
    ) {
        #expect(wanted.overlap(.init(.loopbackIPv6, onlyIPv6: false)) == both)
        #expect(wanted.overlap(.init(.loopbackIPv6, onlyIPv6: true)) == alone)
        #expect(wanted.overlap(.init(.loopbackIPv6, onlyIPv6: nil)) == unknown)
    }
}

@Suite struct `Bind of a port` {
    static let web = PortBinding(.tcp, .ipv4(0), port: 80)
    static let listener = holder(.tcp, .loopbackIPv4, port: 80, .listening)

    @Test func `A bind checks the address, then the port, then the holder`() {
        #expect(
            refusal(isLocal: false, hasNetBindService: false) == .addressRefused(.EADDRNOTAVAIL)
        )
        #expect(refusal(isLocal: true, hasNetBindService: false) == .needsNetBindService)
        #expect(refusal(isLocal: true, hasNetBindService: true) == .held(Self.listener))
    }

    private func refusal(isLocal: Bool, hasNetBindService: Bool) -> BindRefusal? {
        Self.web.refusal(
            addressRefusal: isLocal ? nil : .EADDRNOTAVAIL,
            unprivilegedStart: 1024,
            hasNetBindService: hasNetBindService,
            holders: [Self.listener]
        )
    }

    static let privileged: [(UInt16, UInt16, Bool)] = [
        (0, 1024, false), (1, 1024, true), (1023, 1024, true), (1024, 1024, false),
        (65535, 1024, false), (80, 80, false), (79, 80, true), (1, 0, false), (0, 0, false),
    ]

    @Test(arguments: privileged)
    func `A port below the first unprivileged one needs a capability`(
        port: UInt16,
        start: UInt16,
        isPrivileged: Bool
    ) {
        let binding = PortBinding(.udp, .ipv4(0), port: port)
        #expect(binding.isPrivileged(below: start) == isPrivileged)
    }

    @Test func `A bind conflicts only with its own protocol and port`() {
        let other = holder(.udp, .anyIPv4, port: 80)
        let beside = holder(.tcp, .anyIPv4, port: 81, .listening)
        #expect(Self.web.conflict(with: [other, beside]) == nil)
        #expect(PortBinding(.tcp, .ipv4(0), port: 0).conflict(with: [Self.listener]) == nil)
    }

    @Test func `A bind conflicts only with its own interface`() {
        let address = IPv6Address(high: 0xfe80 << 48, low: 1)
        let taken = holder(.udp, .ipv6(address), port: 53, interface: 2)
        let conflicts = (UInt32(0)...3).map { interface in
            PortBinding(.udp, .ipv6(address, scope: interface), port: 53)
                .conflict(with: [taken])
        }
        #expect(conflicts == [.held(taken), nil, .held(taken), nil])
    }

    @Test func `A bind shares a port only with connections that allow it`() {
        #expect(Self.web.conflict(with: [connection(reusesAddress: true)]) == nil)
        let rigid = connection(reusesAddress: false)
        #expect(Self.web.conflict(with: [rigid]) == .held(rigid))
    }

    @Test func `A bind prefers a certain conflict to a possible one`() {
        let unknown = connection(reusesAddress: nil)
        #expect(Self.web.conflict(with: [unknown]) == .perhapsHeld(unknown))
        #expect(Self.web.conflict(with: [unknown, Self.listener]) == .held(Self.listener))
    }

    private func connection(reusesAddress: Bool?) -> PortSocket {
        holder(.tcp, .loopbackIPv4, port: 80, .established, reusesAddress: reusesAddress)
    }
}

private func ipv6(high: UInt64, low: UInt64) -> IPAddress {
    .ipv6(IPv6Address(high: high, low: low))
}

private func holder(
    _ transport: Transport,
    _ address: IPAddress,
    port: UInt16,
    _ state: SocketState = .unconnected,
    interface: UInt32 = 0,
    reusesAddress: Bool? = nil
) -> PortSocket {
    PortSocket(
        transport: transport,
        address: address,
        port: port,
        isConnected: state == .established,
        state: state,
        interface: interface,
        isIPv6Only: false,
        reusesAddress: reusesAddress,
        uid: 0,
        inode: 1
    )
}
