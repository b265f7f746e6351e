import CLinux
import Glibc
package import Kernel

/// The way that packets to an address take; see ip-route(8).
package struct Route: Hashable, Sendable {
    /// Whether they stay on this host.
    package let isLocal: Bool
    /// The name of the interface by which they leave; its index where it has no name any more.
    package let interface: String
    /// The router that gets them next; nil where the address itself is on the link.
    package let gateway: IPAddress?
    /// The address that they come from unless the socket has one; nil where there is none.
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

/// What the routing tables say of an address.
package enum RouteAnswer: Hashable, Sendable {
    case route(Route)
    /// `ENETUNREACH` for no route; what a route says that refuses: `EHOSTUNREACH` for unreachable, `EACCES`
    /// for prohibit, `EINVAL` for blackhole; `EAFNOSUPPORT` and `EOPNOTSUPP` for a family that is not there.
    case none(Errno)
}

/// The route to an address, asked of the routing tables of this thread's network namespace as a socket
/// would: by all their rules. No packet leaves.
///
/// - Parameter user: Who sends, since a rule may be for some users; nil for this thread.
/// - Throws: ``SystemError`` when no question could be put, such as `EMFILE`.
/// - SeeAlso: rtnetlink(7), ip-rule(8).
package func route(to ip: IPAddress, forUser user: UInt32? = nil) throws(SystemError) -> RouteAnswer
{
    let netlink = try NetlinkSocket(family: NETLINK_ROUTE, for: "route to \(ip)")
    let answer: [NetlinkMessage]
    do {
        answer = try netlink.ask(type: UInt16(RTM_GETROUTE), flags: 0, question(ip, user))
    } catch {
        guard refusals.contains(error.code) else { throw error }
        return .none(error.errno)
    }
    guard let found = answer.first.flatMap(Route.init) else {
        throw SystemError("rtnetlink(7)", "route to \(ip)", code: EBADMSG)
    }
    return .route(found)
}

private let refusals: Set<Int32> = [
    ENETUNREACH, EHOSTUNREACH, EACCES, EINVAL, ENETDOWN, EAFNOSUPPORT, EOPNOTSUPP,
]

/// What the rules of routing ask besides the address that a packet goes to; see ip-rule(8).
package struct RoutingRules: Hashable, Sendable {
    /// The users of each rule that is for some users alone: `uidrange`.
    package var userRanges: [ClosedRange<UInt32>] = []
    /// Whether a rule asks for what a thread may choose: the protocol, the ports, the source, the interface, the mark
    /// or the type of service.
    package var tellPacketsApart = false

    package init(userRanges: [ClosedRange<UInt32>] = []) { self.userRanges = userRanges }

    /// Those of this thread's network namespace.
    ///
    /// - Throws: ``SystemError`` when the rules cannot be read.
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

/// Whether packets to an address would stay on this host.
package func isDeliveredHere(_ ip: IPAddress) throws(SystemError) -> Bool {
    if case .route(let route) = try route(to: ip) { route.isLocal } else { false }
}

/// `struct rtmsg`, and the attributes that it is asked with.
private func question(_ ip: IPAddress, _ user: UInt32?) -> [UInt8] {
    var route = rtmsg()
    var attributes: [UInt8]
    switch ip.unmapped {
    case .ipv4(let value):
        (route.rtm_family, route.rtm_dst_len) = (UInt8(AF_INET), 32)
        attributes = attribute(RTA_DST, value.bigEndian)
    case .ipv6(var value, let scope):
        // As connect(2) takes the unspecified address (tcp_v6_connect, ip6_datagram_connect); IPv4 does so below.
        if (value.high, value.low) == (0, 0) { value = IPv6Address(high: 0, low: 1) }
        (route.rtm_family, route.rtm_dst_len) = (UInt8(AF_INET6), 128)
        attributes = attribute(RTA_DST, value.networkOrder)
        if scope != 0 { attributes += attribute(RTA_OIF, scope) }
    }
    if let user { attributes += attribute(RTA_UID, user) }
    return bytes(of: route) + attributes
}

private func attribute<Value: BitwiseCopyable>(_ type: rtattr_type_t, _ value: Value) -> [UInt8] {
    let length = MemoryLayout<nlattr>.size + MemoryLayout<Value>.size
    let header = nlattr(nla_len: UInt16(length), nla_type: UInt16(type.rawValue))
    return bytes(of: header) + bytes(of: value)
}

extension Route {
    /// Reads an answer; nil when it is malformed.
    init?(_ message: NetlinkMessage) {
        let size = MemoryLayout<rtmsg>.size
        guard let route = message.payload.load(rtmsg.self),
            let attributes = message.attributes(after: size),
            let index = attributes[UInt16(RTA_OIF.rawValue)]?.load(UInt32.self)
        else { return nil }
        func address(_ type: rtattr_type_t) -> IPAddress? {
            attributes[UInt16(type.rawValue)].flatMap { IPAddress($0, family: route.rtm_family) }
        }
        self.init(
            isLocal: UInt32(route.rtm_type) == RTN_LOCAL,
            interface: IPAddress.interfaceName(index),
            gateway: address(RTA_GATEWAY)
                ?? attributes[UInt16(RTA_VIA.rawValue)].flatMap(IPAddress.init(via:)),
            source: address(RTA_PREFSRC)
        )
    }
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

    /// `struct rtvia`: the family and an address of it, such as a gateway of IPv6 for IPv4.
    fileprivate init?(via bytes: NetlinkBytes) {
        guard let family = bytes.load(UInt16.self), let rest = bytes.part(from: 2, to: bytes.count)
        else { return nil }
        self.init(rest, family: UInt8(truncatingIfNeeded: family))
    }
}
