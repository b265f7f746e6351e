import CLinux
import Glibc

/// Whether packets to an address would stay on this host, asked of the routing table of this thread's
/// network namespace. No packet leaves.
///
/// - Throws: ``SystemError`` with `ENETUNREACH` and the like where there is no route.
/// - SeeAlso: rtnetlink(7).
package func isDeliveredHere(_ ip: IPAddress) throws(SystemError) -> Bool {
    let netlink = try NetlinkSocket(family: NETLINK_ROUTE, for: "route to \(ip)")
    var route = rtmsg()
    var attributes: [UInt8]
    switch ip.unmapped {
    case .ipv4(let value):
        route.rtm_family = UInt8(AF_INET)
        attributes = attribute(UInt16(RTA_DST.rawValue), value.bigEndian)
    case .ipv6(let value, let scope):
        route.rtm_family = UInt8(AF_INET6)
        attributes = attribute(UInt16(RTA_DST.rawValue), value.networkOrder)
        if scope != 0 { attributes += attribute(UInt16(RTA_OIF.rawValue), scope) }
    }
    route.rtm_dst_len = route.rtm_family == UInt8(AF_INET) ? 32 : 128
    let answer = try netlink.ask(
        type: UInt16(RTM_GETROUTE),
        flags: 0,
        bytes(of: route) + attributes
    )
    guard let found = answer.first?.payload.load(rtmsg.self) else {
        throw SystemError("rtnetlink(7)", "route to \(ip)", code: EBADMSG)
    }
    return UInt32(found.rtm_type) == RTN_LOCAL
}

private func attribute<Value: BitwiseCopyable>(_ type: UInt16, _ value: Value) -> [UInt8] {
    let length = MemoryLayout<nlattr>.size + MemoryLayout<Value>.size
    return bytes(of: nlattr(nla_len: UInt16(length), nla_type: type)) + bytes(of: value)
}
