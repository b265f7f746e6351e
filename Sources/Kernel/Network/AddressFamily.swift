/// The family of a socket; see address_families(7). The numbers are those of the kernel's include/linux/socket.h.
package struct AddressFamily: Hashable, Sendable {
    package let rawValue: Int32

    private init(_ rawValue: Int32) { self.rawValue = rawValue }

    package static let unix = Self(1)
    package static let inet = Self(2)
    package static let inet6 = Self(10)
    package static let netlink = Self(16)
    package static let packet = Self(17)

    /// - Parameter name: For example `AF_INET`, in upper or lower case. Some families have several names in
    ///   `<sys/socket.h>`.
    package init?(named name: String) {
        let wanted = name.uppercased()
        let number = Self.names.firstIndex { $0.uppercased() == wanted } ?? Self.aliases[wanted]
        guard let number, number > 0, wanted.utf8.count == name.utf8.count else { return nil }
        self.init(Int32(number))
    }

    /// For example: AF_INET
    package var name: String { Self.names[Int(rawValue)] }

    private static let aliases = ["AF_LOCAL": 1, "AF_FILE": 1, "AF_ROUTE": 16]

    /// The names by number, from 1 on.
    private static let names = [
        "", "AF_UNIX", "AF_INET", "AF_AX25", "AF_IPX", "AF_APPLETALK", "AF_NETROM", "AF_BRIDGE",
        "AF_ATMPVC", "AF_X25", "AF_INET6", "AF_ROSE", "AF_DECnet", "AF_NETBEUI", "AF_SECURITY",
        "AF_KEY", "AF_NETLINK", "AF_PACKET", "AF_ASH", "AF_ECONET", "AF_ATMSVC", "AF_RDS", "AF_SNA",
        "AF_IRDA", "AF_PPPOX", "AF_WANPIPE", "AF_LLC", "AF_IB", "AF_MPLS", "AF_CAN", "AF_TIPC",
        "AF_BLUETOOTH", "AF_IUCV", "AF_RXRPC", "AF_ISDN", "AF_PHONET", "AF_IEEE802154", "AF_CAIF",
        "AF_ALG", "AF_NFC", "AF_VSOCK", "AF_KCM", "AF_QIPCRTR", "AF_SMC", "AF_XDP", "AF_MCTP",
    ]
}
