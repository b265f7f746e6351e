package import AccessModel
package import Kernel
package import LinuxSystem

extension HostFacts {
    /// What is told of the network.
    package struct Network: Sendable {
        /// Where a connection goes.
        package struct Peer: Hashable, Sendable {
            package let transport: Transport
            package let address: SocketAddress

            package init(_ transport: Transport, _ address: SocketAddress) {
                self.transport = transport
                self.address = address
            }
        }

        package struct Port: Hashable, Sendable {
            package let transport: Transport
            package let number: UInt16

            package init(_ transport: Transport, _ number: UInt16) {
                self.transport = transport
                self.number = number
            }
        }

        package var names: [String: Resolution] = [:]
        package var peers: [Peer: ConnectOutcome] = [:]
        package var routes: [IPAddress: RouteAnswer] = [:]
        /// All sockets that have a port.
        package var ports: [Port: [PortSocket]] = [:]
        /// The sockets that processes hold; nil is who asks.
        package var sockets: [Int32?: Set<UInt32>] = [:]
        /// Who holds a Unix socket, by its path.
        package var unixHolders: [String: Int32] = [:]
        /// Those of this host besides loopback; nil where that is not told.
        package var addresses: Set<IPAddress>?
        /// `net.ipv4.ip_unprivileged_port_start`.
        package var unprivilegedStart: UInt16 = 1024
        /// `net.ipv6.bindv6only`.
        package var bindsOnlyIPv6 = false
        package var pingGroups = PingGroups.none

        package init() {}
    }
}
