import Glibc
import Kernel
import Testing

@testable import LinuxSystem

@Suite struct `The table of sockets` {
    @Test func `The table has a listener with its owner and inode`() throws {
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
    func `The table shows which IPv6 sockets exclude IPv4`(isIPv6Only: Bool) throws {
        for (kind, transport) in [(TestSocket.Kind.stream, Transport.tcp), (.datagram, .udp)] {
            let address = SocketAddress.ip(.anyIPv6, port: 0)
            let holder = try TestSocket(kind, address, isIPv6Only: isIPv6Only)
            let found = try sockets(transport, port: holder.port, .all)
            #expect(found.map(\.isIPv6Only) == [isIPv6Only])
            #expect(found.map(\.state) == [.unconnected])
        }
    }

    @Test func `The table separates TCP from UDP`() async throws {
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

    @Test func `The table has connections only on request`() async throws {
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

    /// The test runs in its own process: it needs so many descriptors that other tests would have none.
    @Test func `The table is complete if it is longer than one answer`() async {
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

    @Test func `The table is that of the thread's network`() async throws {
        let listener = try TestSocket.listener()
        let port = listener.port
        #expect(try await inNewNetwork { try sockets(.tcp, port: port, .all) } == [])
        withExtendedLifetime(listener) {}
    }

    @Test func `A table that cannot be read is an error`() async throws {
        let netlink = try NetlinkSocket(family: 4, for: "test")
        // The request names a protocol without a table.
        let request: [UInt8] = [2, 250, 0, 0] + [UInt8](repeating: 0xff, count: 52)
        let error = #expect(throws: SystemError.self) {
            try netlink.ask(type: 20, flags: 0x300, request)
        }
        #expect(error == SystemError("netlink(7)", "test", code: ENOENT))
    }
}

@Suite struct `The sockets of a process` {
    @Test func `The sockets of a process are those that it holds`() throws {
        let listener = try TestSocket.listener()
        let inode = listener.inode
        #expect(try socketInodes().contains(inode))
        #expect(try socketInodes(of: getpid()).contains(inode))
        #expect(try !socketInodes(of: 1).contains(inode))
    }

    @Test func `The sockets of a missing process are an error`() {
        #expect(throws: SystemError("opendir(3)", "/proc/4194305/fd", code: ENOENT)) {
            try socketInodes(of: 4_194_305)
        }
    }
}
