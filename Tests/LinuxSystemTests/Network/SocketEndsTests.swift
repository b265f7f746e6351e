import Kernel
import TestSupport
import Testing

@testable import LinuxSystem

/// Tests with real sockets in the tests' own networks.
@Suite(.timeLimit(.minutes(20))) struct `Ends of sockets` {
    @Test(
        arguments: [TestSocket.Kind.stream, .datagram],
        [IPAddress.loopbackIPv4, .loopbackIPv6]
    )
    func `The end of a socket is reported for its own port only`(
        kind: TestSocket.Kind,
        address: IPAddress
    ) async throws {
        try await ForeignNetwork.make { network in
            let ends = try NetworkNamespace.run(ofProcess: network.pid) {
                [try SocketEnds(ofPort: 4242), try SocketEnds(ofPort: 4243)]
            }
            let (rings, bell) = AsyncStream.makeStream(of: Void.self)
            let listener = try ends[0].listen { bell.yield() }
            try NetworkNamespace.run(ofProcess: network.pid) {
                let socket = try TestSocket(kind, .ip(address, port: 4242))
                _ = kind == .stream ? try socket.listening() : socket
                #expect(try !ends[0].taken())
            }
            for await _ in rings { break }
            #expect(try ends.map { try $0.taken() } == [true, false])
            withExtendedLifetime(listener) {}
        }
    }
}
