import CLinux
import Glibc

/// A message from the kernel, see netlink(7).
struct NetlinkMessage {
    let header: nlmsghdr
    let payload: NetlinkBytes

    /// Returns the messages in one datagram, or nil if it is malformed or its last message is cut off.
    static func all(in datagram: ArraySlice<UInt8>) -> [NetlinkMessage]? {
        let bytes = NetlinkBytes(datagram)
        var messages: [NetlinkMessage] = []
        var offset = 0
        while offset < bytes.count {
            guard let header = bytes.load(nlmsghdr.self, at: offset),
                let payload = bytes.part(
                    from: offset + MemoryLayout<nlmsghdr>.size,
                    to: offset + Int(header.nlmsg_len)
                )
            else { return nil }
            messages.append(NetlinkMessage(header: header, payload: payload))
            offset += aligned(Int(header.nlmsg_len))
        }
        return messages
    }

    /// Returns the attributes that follow `size` bytes of the payload, by their type, or nil if they are malformed.
    func attributes(after size: Int) -> [UInt16: NetlinkBytes]? {
        var attributes: [UInt16: NetlinkBytes] = [:]
        var offset = Self.aligned(size)
        while offset < payload.count {
            guard let header = payload.load(nlattr.self, at: offset),
                let value = payload.part(
                    from: offset + MemoryLayout<nlattr>.size,
                    to: offset + Int(header.nla_len)
                )
            else { return nil }
            // The two upper bits are flags, see NLA_TYPE_MASK.
            attributes[header.nla_type & 0x3fff] = value
            offset += Self.aligned(Int(header.nla_len))
        }
        return attributes
    }

    /// Messages and attributes begin at multiples of 4, see netlink(3).
    private static func aligned(_ length: Int) -> Int { (length + 3) & ~3 }
}
