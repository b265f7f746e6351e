import Glibc
import Kernel
import Testing

@testable import LinuxSystem

@Suite struct `The table of sockets` {
    @Test func `tells of a listener, its owner and its inode`() throws {
        let listener = try TestSocket.listener()
        #expect(
            try sockets(.tcp, port: listener.port) == [
                PortSocket(
                    transport: .tcp,
                    address: .loopbackIPv4,
                    port: listener.port,
                    state: .listening,
                    uid: getuid(),
                    inode: listener.inode
                )
            ]
        )
    }

    @Test(arguments: [true, false])
    func `tells whether a socket of IPv6 leaves IPv4 alone`(isIPv6Only: Bool) throws {
        for (kind, transport) in [(TestSocket.Kind.stream, Transport.tcp), (.datagram, .udp)] {
            let address = SocketAddress.ip(.anyIPv6, port: 0)
            let holder = try TestSocket(kind, address, isIPv6Only: isIPv6Only)
            let found = try sockets(transport, port: holder.port, .all)
            #expect(found.map(\.isIPv6Only) == [isIPv6Only])
            #expect(found.map(\.state) == [.unconnected])
        }
    }

    @Test func `keeps TCP and UDP apart`() async throws {
        let found = try await inNewNetwork {
            let socket = try TestSocket(.datagram, SocketAddress("127.0.0.1:53"))
            return (
                try sockets(.tcp, port: 53, .all), try sockets(.udp, port: 53).map(\.inode),
                socket.inode
            )
        }
        #expect(found.0 == [])
        #expect(found.1 == [found.2])
    }

    @Test func `leaves out connections unless asked for all`() async throws {
        let states = try await inNewNetwork { () -> [[SocketState]] in
            let listener = try TestSocket(.stream, SocketAddress("127.0.0.1:80")).listening()
            let connection = try Connection(.tcp, to: .loopbackIPv4, port: listener.port)
            #expect(try connection.current() == .connected)
            return [try sockets(.tcp, port: 80), try sockets(.tcp, port: 80, .all)].map {
                $0.map(\.state)
            }
        }
        #expect(states.map(Set.init) == [[.listening], [.listening, .established]])
    }

    /// In a process of its own: so many descriptors would leave the other tests none.
    @Test func `is whole when it is longer than one answer`() async {
        await #expect(processExitsWith: .success) {
            let (made, found) = try await inNewNetwork { () -> (Set<UInt32>, [UInt32]) in
                let held = try (1...900).map {
                    try TestSocket(.stream, .ip(.loopbackIPv4, port: $0)).listening()
                }
                return (Set(held.map(\.inode)), try sockets(.tcp, port: 0).map(\.inode))
            }
            #expect(found.count == 900)
            #expect(Set(found) == made)
        }
    }

    @Test func `is asked of the thread's own network`() async throws {
        let listener = try TestSocket.listener()
        let port = listener.port
        #expect(try await inNewNetwork { try sockets(.tcp, port: port, .all) } == [])
        withExtendedLifetime(listener) {}
    }

    @Test func `is an error when it cannot be read`() async throws {
        let netlink = try NetlinkSocket(family: 4, for: "test")
        // A protocol without a table.
        let request: [UInt8] = [2, 250, 0, 0] + [UInt8](repeating: 0xff, count: 52)
        let error = #expect(throws: SystemError.self) {
            try netlink.ask(type: 20, flags: 0x300, request)
        }
        #expect(error == SystemError("netlink(7)", "test", code: ENOENT))
    }
}

@Suite struct `The sockets of a process` {
    @Test func `are those it holds`() throws {
        let listener = try TestSocket.listener()
        let inode = listener.inode
        #expect(try socketInodes().contains(inode))
        #expect(try socketInodes(of: getpid()).contains(inode))
        #expect(try !socketInodes(of: 1).contains(inode))
    }

    @Test func `are an error where the process is not`() {
        #expect(throws: SystemError("opendir(3)", "/proc/4194305/fd", code: ENOENT)) {
            try socketInodes(of: 4_194_305)
        }
    }
}
