package import AccessModel
package import LinuxSystem

extension HostFacts {
    /// The facts about the network.
    package struct Network: Hashable, Sendable {
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

        package struct AddressRefusal: Hashable, Sendable {
            package let code: Int32
            /// Whether a seccomp filter of the process that asks may be the cause.
            package let mayBeFiltered: Bool

            package init(code: Int32, mayBeFiltered: Bool = false) {
                self.code = code
                self.mayBeFiltered = mayBeFiltered
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
        /// Those of this host besides loopback; nil if there is no fact about them.
        package var addresses: Set<IPAddress>?
        /// `net.ipv4.ip_unprivileged_port_start`.
        package var unprivilegedStart: UInt16 = 1024
        /// `net.ipv6.bindv6only`.
        package var bindsOnlyIPv6 = false
        /// `net.ipv4.ping_group_range`; nil if it cannot be read.
        package var pingGroups: PingGroups? = PingGroups.none
        /// The routes of users for whom there are rules of their own.
        package var userRoutes: [UInt32: RouteAnswer] = [:]
        /// The local addresses that bind(2) refuses all the same.
        package var refusedAddresses: [IPAddress: AddressRefusal] = [:]
        /// The errno of socket(2), 0 for success; a kind that is not listed is not asked about.
        package var socketRefusals: [SocketKind: Int32] = [:]
        /// The networks of processes that are in another one.
        package var ofProcesses: [Int32: Network] = [:]

        package init() {}
    }
}
