import CLinux
import Glibc
package import Kernel

/// The route of packets to an address, see ip-route(8).
package struct Route: Hashable, Sendable {
    /// Whether the packets stay on this host.
    package let isLocal: Bool
    /// The name of the interface by which the packets leave; its index if it has no name any more.
    package let interface: String
    /// The router that receives the packets next; nil if the address itself is on the link.
    package let gateway: IPAddress?
    /// The source address of the packets unless the socket has one; nil if there is none.
    package let source: IPAddress?

    package init(
        isLocal: Bool = false,
        interface: String,
        gateway: IPAddress? = nil,
        source: IPAddress? = nil
    ) {
        self.isLocal = isLocal
        self.interface = interface
        self.gateway = gateway
        self.source = source
    }
}

/// The result of a look-up in the routing tables.
package enum RouteAnswer: Hashable, Sendable {
    case route(Route)
    /// `ENETUNREACH` for no route; the errno of a route that refuses: `EHOSTUNREACH` for unreachable, `EACCES` for
    /// prohibit, `EINVAL` for blackhole; `ENETDOWN` for a network that is down; `EAFNOSUPPORT` and `EOPNOTSUPP` for a
    /// family that does not exist.
    case none(Errno)
}

/// Returns the route to an address from the routing tables of this thread's network namespace. All their rules apply,
/// as for a socket. No packet is sent.
///
/// - Parameter user: The sending user, since a rule may apply to some users only; nil for this thread.
/// - Throws: ``SystemError`` if the kernel could not be asked, such as `EMFILE`.
/// - SeeAlso: rtnetlink(7), ip-rule(8).
package func route(to ip: IPAddress, forUser user: UInt32? = nil) throws(SystemError) -> RouteAnswer
{
    switch try found(ip, user) {
    case .success(let message):
        guard let route = Route(message) else {
            throw SystemError("rtnetlink(7)", "route to \(ip)", code: EBADMSG)
        }
        return .route(route)
    case .failure(let refusal): return .none(refusal.errno)
    }
}

private let refusals: Set<Int32> = [
    ENETUNREACH, EHOSTUNREACH, EACCES, EINVAL, ENETDOWN, EAFNOSUPPORT, EOPNOTSUPP,
]

/// The properties that routing rules match besides the destination address, see ip-rule(8).
package struct RoutingRules: Hashable, Sendable {
    /// The users of each rule that applies to some users only: `uidrange`.
    package var userRanges: [ClosedRange<UInt32>] = []
    /// Whether a rule matches a property that a thread may choose: the protocol, ports, source, interface, mark, type
    /// of service or flow label.
    package var tellPacketsApart = false

    package init(userRanges: [ClosedRange<UInt32>] = []) { self.userRanges = userRanges }

    /// Returns the rules of this thread's network namespace.
    ///
    /// - Throws: ``SystemError`` if the rules cannot be read.
    package static func read() throws(SystemError) -> RoutingRules {
        let object = "the rules of routing"
        let netlink = try NetlinkSocket(family: NETLINK_ROUTE, for: object)
        // `struct fib_rule_hdr`, all zero: the rules of every family.
        let header = [UInt8](repeating: 0, count: 12)
        let messages: [NetlinkMessage]
        do {
            messages = try netlink.ask(type: UInt16(RTM_GETRULE), flags: NLM_F_DUMP, header)
        } catch {
            // A kernel without rules has the same routes for all packets.
            guard error.code == EOPNOTSUPP else { throw error }
            return RoutingRules()
        }
        var rules = RoutingRules()
        for message in messages {
            guard let attributes = message.attributes(after: header.count),
                let sourceLength = message.payload.load(UInt8.self, at: 2),
                let typeOfService = message.payload.load(UInt8.self, at: 3)
            else { throw SystemError("rtnetlink(7)", object, code: EBADMSG) }
            let hasChoice = chosen.contains { attributes[$0] != nil }
            if hasChoice || sourceLength > 0 || typeOfService > 0 { rules.tellPacketsApart = true }
            guard let users = attributes[userRange] else { continue }
            guard let first = users.load(UInt32.self), let last = users.load(UInt32.self, at: 4),
                first <= last
            else { throw SystemError("rtnetlink(7)", object, code: EBADMSG) }
            rules.userRanges.append(first...last)
        }
        return rules
    }

    // `FRA_` of linux/fib_rules.h.
    private static let userRange: UInt16 = 20
    /// The mark, the interface of a socket, the protocol, the ports of both ends, DSCP and the flow label.
    private static let chosen: [UInt16] = [10, 17, 22, 23, 24, 25, 26]
}

/// Returns the index of the interface on which a socket of this host would receive packets to an address, or nil if they
/// would leave this host.
///
/// They pass through the loopback interface, but arrive on the interface that the address belongs to
/// (ip_route_output_key_hash_rcu in net/ipv4/route.c, ipv6_rcv in net/ipv6/ip6_input.c).
func receivingInterface(of ip: IPAddress) throws(SystemError) -> UInt32? {
    guard case .success(let message) = try found(ip, nil, flags: UInt32(RTM_F_FIB_MATCH)) else {
        return nil
    }
    // The entry of a route to elsewhere may have several interfaces.
    guard let route = message.payload.load(rtmsg.self), route.isLocal else { return nil }
    guard let index = Route.interfaceIndex(in: message) else {
        throw SystemError("rtnetlink(7)", "route to \(ip)", code: EBADMSG)
    }
    return index
}

/// - Parameter flags: `RTM_F_FIB_MATCH` for the entry of the table, and not the route made from it.
/// - Returns: The answer, or the refusal of the route.
private func found(
    _ ip: IPAddress,
    _ user: UInt32?,
    flags: UInt32 = 0
) throws(SystemError) -> Result<NetlinkMessage, SystemError> {
    let object = "route to \(ip)"
    let netlink = try NetlinkSocket(family: NETLINK_ROUTE, for: object)
    let answer: [NetlinkMessage]
    do {
        let question = question(ip, user, flags: flags)
        answer = try netlink.ask(type: UInt16(RTM_GETROUTE), flags: 0, question)
    } catch {
        guard refusals.contains(error.code) else { throw error }
        return .failure(error)
    }
    guard let first = answer.first else { throw SystemError("rtnetlink(7)", object, code: EBADMSG) }
    return .success(first)
}

/// Returns `struct rtmsg` and the attributes of the request.
private func question(_ ip: IPAddress, _ user: UInt32?, flags: UInt32) -> [UInt8] {
    var route = rtmsg()
    route.rtm_flags = flags
    var attributes: [UInt8]
    switch ip.unmapped {
    case .ipv4(let value):
        (route.rtm_family, route.rtm_dst_len) = (UInt8(AF_INET), 32)
        attributes = attribute(RTA_DST, value.bigEndian)
    case .ipv6(var value, let scope):
        // connect(2) replaces the unspecified address likewise (tcp_v6_connect, ip6_datagram_connect). For IPv4 the
        // look-up itself does so.
        if (value.high, value.low) == (0, 0) { value = IPv6Address(high: 0, low: 1) }
        (route.rtm_family, route.rtm_dst_len) = (UInt8(AF_INET6), 128)
        attributes = attribute(RTA_DST, value.networkOrder)
        if scope != 0 { attributes += attribute(RTA_OIF, scope) }
    }
    if let user { attributes += attribute(RTA_UID, user) }
    // The default for IPv4 alone.
    attributes += attribute(RTA_IP_PROTO, UInt8(IPPROTO_UDP))
    return bytes(of: route) + attributes
}

private func attribute<Value: BitwiseCopyable>(_ type: rtattr_type_t, _ value: Value) -> [UInt8] {
    let length = MemoryLayout<nlattr>.size + MemoryLayout<Value>.size
    let header = nlattr(nla_len: UInt16(length), nla_type: UInt16(type.rawValue))
    // Each attribute fills words of four bytes.
    let padding = [UInt8](repeating: 0, count: (4 - length % 4) % 4)
    return bytes(of: header) + bytes(of: value) + padding
}

extension Route {
    /// Parses an answer, or returns nil if it is malformed.
    init?(_ message: NetlinkMessage) {
        let size = MemoryLayout<rtmsg>.size
        guard let route = message.payload.load(rtmsg.self),
            let attributes = message.attributes(after: size),
            let index = Self.interfaceIndex(in: message)
        else { return nil }
        func address(_ type: rtattr_type_t) -> IPAddress? {
            attributes[UInt16(type.rawValue)].flatMap { IPAddress($0, family: route.rtm_family) }
        }
        self.init(
            isLocal: route.isLocal,
            interface: IPAddress.interfaceName(index),
            gateway: address(RTA_GATEWAY)
                ?? attributes[UInt16(RTA_VIA.rawValue)].flatMap(IPAddress.init(via:)),
            source: address(RTA_PREFSRC)
        )
    }

    fileprivate static func interfaceIndex(in message: NetlinkMessage) -> UInt32? {
        let attributes = message.attributes(after: MemoryLayout<rtmsg>.size)
        return attributes?[UInt16(RTA_OIF.rawValue)]?.load(UInt32.self)
    }
}

extension rtmsg {
    /// An anycast address of IPv6 is one of this host.
    fileprivate var isLocal: Bool { [RTN_LOCAL, RTN_ANYCAST].contains(numericCast(rtm_type)) }
}

extension IPAddress {
    fileprivate init?(_ bytes: NetlinkBytes, family: UInt8) {
        if Int32(family) == AF_INET, let value = bytes.load(UInt32.self) {
            self = .ipv4(UInt32(bigEndian: value))
        } else if Int32(family) == AF_INET6, let halves = bytes.load((UInt64, UInt64).self) {
            self = .ipv6(IPv6Address(networkOrder: halves))
        } else {
            return nil
        }
    }

    /// Parses `struct rtvia`: an address family and an address of it, such as an IPv6 gateway for IPv4.
    fileprivate init?(via bytes: NetlinkBytes) {
        guard let family = bytes.load(UInt16.self), let rest = bytes.part(from: 2, to: bytes.count)
        else { return nil }
        self.init(rest, family: UInt8(truncatingIfNeeded: family))
    }
}
