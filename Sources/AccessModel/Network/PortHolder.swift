/// A socket that already has a port.
package struct PortHolder: Hashable, Sendable {
    package let transport: PortTransport
    package let address: PortAddress
    package let port: UInt16
    /// The index of the interface that the socket is bound to, 0 for none.
    package let interface: UInt32
    /// TCP: whether it listens. A UDP socket does not.
    package let isListening: Bool
    /// Whether it has `SO_REUSEADDR`; nil where nobody knows, since the kernel does not tell of the
    /// sockets of others.
    package let reusesAddress: Bool?

    package init(
        _ transport: PortTransport,
        _ address: PortAddress,
        port: UInt16,
        interface: UInt32 = 0,
        isListening: Bool = false,
        reusesAddress: Bool? = nil
    ) {
        self.transport = transport
        self.address = address
        self.port = port
        self.interface = interface
        self.isListening = isListening
        self.reusesAddress = reusesAddress
    }
}

/// A protocol with ports; TCP's and UDP's are apart.
package enum PortTransport: Hashable, Sendable, CaseIterable {
    case tcp
    case udp
}
